//! Termination detection: when a search on several threads is over.
//!
//! A worker that has nothing left to expand may still receive states from another, and a batch in transit is seen by no
//! worker. Termination is detected by counting tokens:
//!
//! 1. All work has a token: every worker that has states to expand, states to admit or children to send, and every batch
//!    in transit.
//! 2. New tokens come from existing ones: a worker that sends a batch makes a token for it, *before* it sends it.
//! 3. A worker returns the tokens of batches *after* it has admitted all their states. It keeps one for the work that it has
//!    then, and returns that when nothing is left to do: no open state comes before the incumbent, and every child is sent.
//!
//! When the last token is returned there is no work, by 1, and never will be, by 2: the search is over. What was dropped in
//! between was no better than the incumbent at that time, and incumbents only improve.
//!
//! The number of tokens is one atomic number that a batch of about a hundred states changes twice. The tests below drive the
//! functions of this file through every interleaving of small searches.
//!
//! # References
//! F. Mattern, *Global quiescence detection based on credit distribution and recovery*, 1989.

/// What workers share for termination detection. Each function accesses it once.
pub(super) trait Medium<B> {
    /// Makes a token.
    fn make_token(&self);

    /// Returns tokens. True if these were the last.
    fn return_tokens(&self, tokens: usize) -> bool;

    /// Puts a batch into the mailbox of worker `to`.
    fn send(&self, to: usize, batch: B);
}

/// The number of tokens that a worker holds.
pub(super) struct TokenCount {
    tokens: usize,
}

impl TokenCount {
    /// The token with which a worker begins.
    pub fn new() -> Self {
        TokenCount { tokens: 1 }
    }

    /// Sends a batch.
    pub fn send<B>(&self, medium: &impl Medium<B>, to: usize, batch: B) {
        debug_assert!(self.tokens > 0, "new tokens come from existing ones");
        medium.make_token();
        medium.send(to, batch);
    }

    /// Takes the tokens of received batches.
    pub fn receive(&mut self, batches: usize) {
        self.tokens += batches;
    }

    /// Called when all received batches are admitted: returns all tokens but one.
    pub fn return_surplus<B>(&mut self, medium: &impl Medium<B>) {
        let surplus = self.tokens.saturating_sub(1);
        if surplus > 0 {
            self.tokens = 1;
            medium.return_tokens(surplus);
        }
    }

    /// Called when nothing is left to do. True if that holds for all workers, from now on.
    #[must_use]
    pub fn return_all<B>(&mut self, medium: &impl Medium<B>) -> bool {
        medium.return_tokens(std::mem::take(&mut self.tokens))
    }
}

#[cfg(test)]
mod tests;
