/** Whether a message could be sent to an address; the code that is sent there is the real test. O(characters). */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
