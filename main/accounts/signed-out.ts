/** Why nobody is signed in. */
export type SignedOutWhy = 'never' | 'expired' | 'refused' | 'otherUser' | 'otherPlace' | 'keychainLocked' | 'keychainUnavailable';
