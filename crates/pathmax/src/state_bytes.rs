//! States as byte strings of one length.

/// States with a byte form of fixed size, for files, certificates and messages between machines.
///
/// The form is canonical: equal states have equal bytes, and [`read`](StateBytes::read) accepts nothing but what
/// [`write`](StateBytes::write) produces. Numbers are little-endian, so that the bytes are the same on every machine;
/// for the same reason `usize` has no byte form.
///
/// ```
/// use pathmax::StateBytes;
///
/// let state = (513u16, [true, false]);
/// let mut bytes = [0; 4];
/// state.write(&mut bytes);
/// assert_eq!(bytes, [1, 2, 1, 0]);
/// assert_eq!(StateBytes::read(&bytes), Some(state));
/// assert_eq!(<(u16, [bool; 2])>::read(&[1, 2, 1, 7]), None);
/// ```
pub trait StateBytes: Sized {
    /// The number of bytes of every state.
    const LEN: usize;

    /// Writes the state into `bytes`, which are [`LEN`](StateBytes::LEN) long.
    ///
    /// # Panics
    /// If `bytes` has another length.
    fn write(&self, bytes: &mut [u8]);

    /// The state that was written as `bytes`, or `None` if there is no such state.
    fn read(bytes: &[u8]) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ty),*) => {
        $(impl StateBytes for $type {
            const LEN: usize = size_of::<$type>();

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                Some(<$type>::from_le_bytes(bytes.try_into().ok()?))
            }
        })*
    };
}

integers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

impl StateBytes for bool {
    const LEN: usize = 1;

    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[u8::from(*self)]);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }
}

impl StateBytes for () {
    const LEN: usize = 0;

    fn write(&self, bytes: &mut [u8]) {
        assert!(bytes.is_empty(), "a unit has no bytes");
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.is_empty().then_some(())
    }
}

/// One byte that says whether there is a value, and the value, or zeros.
impl<T: StateBytes> StateBytes for Option<T> {
    const LEN: usize = 1 + T::LEN;

    fn write(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::LEN, "an optional state of another length");
        bytes[0] = u8::from(self.is_some());
        match self {
            Some(value) => value.write(&mut bytes[1..]),
            None => bytes[1..].fill(0),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        match bytes.split_first()? {
            (1, value) => T::read(value).map(Some),
            (0, zeros) => (zeros.len() == T::LEN && zeros.iter().all(|byte| *byte == 0)).then_some(None),
            _ => None,
        }
    }
}

impl<T: StateBytes, const N: usize> StateBytes for [T; N] {
    const LEN: usize = N * T::LEN;

    fn write(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::LEN, "an array of another length");
        for (i, item) in self.iter().enumerate() {
            item.write(&mut bytes[i * T::LEN..][..T::LEN]);
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::LEN {
            return None;
        }
        let items: Option<Vec<T>> = (0..N).map(|i| T::read(&bytes[i * T::LEN..][..T::LEN])).collect();
        items?.try_into().ok()
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: StateBytes),+> StateBytes for ($($name,)+) {
            const LEN: usize = 0 $(+ $name::LEN)+;

            #[expect(non_snake_case, reason = "the fields are named like their types")]
            fn write(&self, bytes: &mut [u8]) {
                assert_eq!(bytes.len(), Self::LEN, "a tuple of another length");
                let ($($name,)+) = self;
                let rest = bytes;
                $(let (bytes, rest) = rest.split_at_mut($name::LEN);
                $name.write(bytes);)+
                debug_assert!(rest.is_empty());
            }

            #[expect(non_snake_case, reason = "the fields are named like their types")]
            fn read(bytes: &[u8]) -> Option<Self> {
                let rest = bytes;
                $(let (bytes, rest) = rest.split_at_checked($name::LEN)?;
                let $name = $name::read(bytes)?;)+
                rest.is_empty().then_some(($($name,)+))
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: StateBytes + PartialEq + std::fmt::Debug>(state: T, expected: &[u8]) {
        let mut bytes = vec![0xEE; T::LEN];
        state.write(&mut bytes);
        assert_eq!(bytes, expected);
        assert_eq!(T::read(&bytes), Some(state));
        bytes.push(0);
        assert_eq!(T::read(&bytes), None, "too long");
        assert!(T::LEN == 0 || T::read(&bytes[..T::LEN - 1]).is_none(), "too short");
    }

    #[test]
    fn what_is_written_is_read() {
        round_trip((), &[]);
        round_trip(0x0102_0304u32, &[4, 3, 2, 1]);
        round_trip(-2i16, &[0xFE, 0xFF]);
        round_trip((1u8, [2u16, 3], true), &[1, 2, 0, 3, 0, 1]);
        round_trip([Some(7u8), None], &[1, 7, 0, 0]);
        round_trip([(); 3], &[]);
    }

    #[test]
    fn bytes_that_no_state_has_are_rejected() {
        assert_eq!(bool::read(&[2]), None);
        assert_eq!(<Option<u8>>::read(&[0, 1]), None, "there is one form of None only");
        assert_eq!(<Option<u8>>::read(&[2, 1]), None);
        assert_eq!(<(u8, bool)>::read(&[1, 9]), None);
    }
}
