type Factory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/** Throws for a script from another origin than the page's. */
const ofThisOrigin = (url: string): string => {
  if (new URL(url, document.baseURI).origin !== location.origin) throw new TypeError('a script from elsewhere')
  return url
}

// One policy for all workers: the content policy of the pages allows its name, and a name can be used only once.
let policy: ReturnType<Factory['createPolicy']> | null | undefined

/** The address of an own script in the form a browser accepts for a worker. */
export const ownScript = (url: string): string => {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory ? factory.createPolicy('service-worker', { createScriptURL: ofThisOrigin }) : null
  return policy ? (policy.createScriptURL(url) as string) : ofThisOrigin(url)
}
