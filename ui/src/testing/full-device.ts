/** What a browser gives where nothing more can be kept: in the place of `localStorage`, in tests. */
export const fullDevice = {
  getItem: () => null,
  removeItem: () => undefined,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
