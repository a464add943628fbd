//! When a search on several threads is over.
//!
//! A worker that has nothing left to expand may still be sent something by another, and what is on its way to a worker is
//! seen by nobody. The rule that tells when it is over for all of them counts tokens:
//!
//! 1. Whoever has work holds a token: every worker that has states to expand, messages to look at or children to send,
//!    and every batch of messages on its way.
//! 2. Only who holds a token makes another: a worker that sends a batch makes one to go with it, *before* it sends it.
//! 3. A worker gives the tokens of batches back *after* it has looked at all their messages. It keeps one for what it has
//!    to do now, and gives that back when nothing is left to do: nothing that waits comes before the incumbent, and every
//!    child is sent.
//!
//! When the last token is given back nobody has work, by 1, and nobody ever will, by 2: the search is over. What was given
//! up in between was no better than the incumbent at that time, and incumbents only become better.
//!
//! The number of tokens is one atomic number that a batch of some hundred states changes twice. The tests below drive the
//! functions of this file through every interleaving of small searches.
//!
//! # References
//! F. Mattern, *Global quiescence detection based on credit distribution and recovery*, 1989.

/// What workers have in common, as far as the rule goes. Each function touches it once.
pub(super) trait Medium<B> {
    /// Makes a token.
    fn make_token(&self);

    /// Takes tokens back; whether these were the last.
    fn take_tokens_back(&self, tokens: usize) -> bool;

    /// Puts a batch where the worker `to` will find it.
    fn put(&self, to: usize, batch: B);
}

/// The tokens that a worker holds.
pub(super) struct Hand {
    tokens: usize,
}

impl Hand {
    /// A worker that begins, with the token that was made for it.
    pub fn new() -> Self {
        Hand { tokens: 1 }
    }

    /// Sends a batch.
    pub fn send<B>(&self, medium: &impl Medium<B>, to: usize, batch: B) {
        debug_assert!(self.tokens > 0, "only who holds a token makes another");
        medium.make_token();
        medium.put(to, batch);
    }

    /// Receives the tokens of batches that were found.
    pub fn receive(&mut self, batches: usize) {
        self.tokens += batches;
    }

    /// To be called when all batches that were received are looked at.
    pub fn settle<B>(&mut self, medium: &impl Medium<B>) {
        let surplus = self.tokens.saturating_sub(1);
        if surplus > 0 {
            self.tokens = 1;
            medium.take_tokens_back(surplus);
        }
    }

    /// To be called when nothing is left to do; whether that holds for everybody, now and ever after.
    #[must_use]
    pub fn rest<B>(&mut self, medium: &impl Medium<B>) -> bool {
        medium.take_tokens_back(std::mem::take(&mut self.tokens))
    }
}

#[cfg(test)]
mod tests;
