/** Defers work that can wait until the page has loaded, so that the page has the network to itself. */
export const afterLoad = (work: () => void): void => {
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}
