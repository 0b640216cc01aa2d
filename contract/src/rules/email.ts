/** Whether a text looks like an email address; only a code sent there proves that it works. O(characters). */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
