/** Does what can wait once the page has come: it has the line to itself until then. */
export const afterLoad = (work: () => void): void => {
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}
