/** Replaces `localStorage` in tests of a browser that can store nothing more. */
export const fullDevice = {
  getItem: () => null,
  removeItem: () => undefined,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
