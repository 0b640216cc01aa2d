import { featureOf, order } from './groups.ts'
import { importsOf, isFactory, isTest } from './source.ts'
import type { Import, Source } from './source.ts'

/** Folders of the server that know no feature. */
const serverParts = ['http', 'db', 'mail', 'markdown', 'storage', 'workers', 'outbound']
/** What puts the product together, fills it or tests it: it may know every feature. */
const outermost =
  /^server\/src\/((cli|demo|testing)\/|(main|start|stop|cli|startup-message|setup-link|sample-password)\.ts$)/

const isOurs = (path: string): boolean => /^(contract|server|ui|web|admin|e2e|tools)\//.test(path)
const isRoutes = (path: string): boolean => /\/routes[^/]*\.ts$/.test(path)
const isRules = (path: string): boolean => /(^|\/|-)rules\.ts$/.test(path)
const isStore = (path: string): boolean => /(^|\/|-)store\.ts$/.test(path)

type Rule = (from: string, to: Import) => string | null

const contract: Rule = (from, { specifier }) => {
  if (isTest(from) || specifier === 'typebox' || specifier.startsWith('contract/')) return null
  // Samples for tests are checked against their schemas; no site and no server imports them.
  if (from.startsWith('contract/src/testing/') && specifier === 'typebox/value') return null
  return 'the contract imports nothing but typebox'
}

const betweenFeatures = (from: string, { specifier }: Import): string | null => {
  const own = featureOf(from)
  const other = featureOf(specifier)
  if (!own || !other || own === other) return null
  // Any test may create people and guilds with their factories; a test school registers only the routes it needs.
  if (isTest(from) && isFactory(specifier)) return null
  if (order.indexOf(other) > order.indexOf(own)) return `${other} is to the right of ${own}: publish an event`
  if (isRoutes(specifier)) return isTest(from) ? null : 'routes are imported by app.ts alone'
  if (isFactory(specifier) && !isTest(from) && !isFactory(from)) return 'factories are for tests and the sample school'
  return null
}

/** Files beside the database that compute and ask nothing: moments, and texts of JSON. */
const isPureOfDb = new Set(['time', 'stored-json', 'stored-strings'].map((name) => `server/src/db/${name}.ts`))

const pureRules = (from: string, { specifier, isType }: Import): string | null => {
  if (!isRules(from) || isTest(from) || isType) return null
  const isPure =
    specifier.startsWith('contract/') ||
    isPureOfDb.has(specifier) ||
    isRules(specifier) ||
    featureOf(specifier) === featureOf(from)
  return isPure && !isStore(specifier) && !isRoutes(specifier)
    ? null
    : 'rules are pure: no database, no HTTP, no system'
}

const pureStore = (from: string, { specifier, isType }: Import): string | null => {
  if (!isStore(from) || !featureOf(from) || isTest(from) || isType) return null
  if (/^(fastify|@fastify\/)/.test(specifier) || /^server\/src\/(http\/|app)/.test(specifier) || isRoutes(specifier))
    return 'a store knows no HTTP'
  // The ledger has no calls: other features use its store within their transactions.
  return isRules(specifier) && featureOf(from) !== 'ledger' ? 'a store knows no rules: let the routes ask them' : null
}

const server: Rule = (from, to) => {
  const { specifier, isType } = to
  if (/^(web|admin|ui|e2e|tools)\//.test(specifier) && !isTest(from)) return 'the server knows no site'
  if (outermost.test(from)) return null
  const target = featureOf(specifier)
  if (from === 'server/src/app.ts')
    return target && (isStore(specifier) || isRules(specifier)) ? 'app.ts binds routes and asks nothing itself' : null
  if (featureOf(from)) return betweenFeatures(from, to) ?? pureRules(from, to) ?? pureStore(from, to)
  // A file of the server's own folders; its tests may import whatever they need.
  if (!target || isTest(from)) return null
  return isType && specifier.endsWith('/tables.ts') ? null : 'the server itself knows no feature'
}

const ui: Rule = (from, { specifier }) =>
  !isOurs(specifier) || /^(ui|contract)\//.test(specifier) || isTest(from) ? null : 'ui knows only the contract'

const site: Rule = (from, { specifier }) => {
  const [name = ''] = from.split('/')
  if (name === 'web' && /^contract\/src\/.*\.admin\.ts$/.test(specifier))
    return 'the student site makes no call of the staff'
  if (isFactory(specifier) && !isTest(from) && !isFactory(from)) return 'factories are for tests'
  if (!isOurs(specifier) || /^(contract|ui)\//.test(specifier)) return null
  if (!specifier.startsWith(`${name}/`)) return `${name} imports ui and contract only`
  const inside = specifier.slice(`${name}/src/`.length)
  const feature = /\/features\/([^/]+)\//.exec(from)?.[1]
  if (feature)
    return /^(locales|queries)\//.test(inside) || inside.startsWith(`features/${feature}/`)
      ? null
      : 'a feature knows no other feature, page or app'
  if (from.startsWith(`${name}/src/queries/`) && !inside.startsWith('queries/'))
    return 'shared queries know nothing of what is shown'
  if (from.startsWith(`${name}/src/pages/`) && inside.startsWith('pages/') && inside.endsWith('-page.tsx'))
    return isTest(from) ? null : 'a page knows no other page'
  if (from.startsWith(`${name}/src/app/`) && inside.startsWith('features/'))
    return 'app knows pages; pages know features'
  if (from.startsWith(`${name}/src/locales/`) && !inside.startsWith('locales/')) return 'locales are words alone'
  return null
}

/** What only asks the machine for a port, and knows nothing of the product. */
const isOfPorts = (path: string): boolean => /^server\/src\/(http\/port-of|testing\/free-port)\.ts$/.test(path)

const e2e: Rule = (_from, { specifier }) =>
  !isOurs(specifier) || /^(e2e|contract)\//.test(specifier) || isOfPorts(specifier)
    ? null
    : 'journeys know the contract and what is on the screen'

const rules: Readonly<Record<string, Rule>> = { contract, server, ui, web: site, admin: site, e2e }

/** Imports that go against the direction of the architecture. */
export const importViolations = (source: Source): string[] => {
  const [zone = ''] = source.path.split('/')
  const rule = rules[zone]
  if (!rule) return []
  return importsOf(source).flatMap((to) => {
    const problem = rule(source.path, to)
    return problem ? [`${source.path} imports ${to.specifier}: ${problem}`] : []
  })
}

/** Folders of the server that are neither of the server itself nor in the order. */
export const unknownFolders = (sources: readonly Source[]): string[] => {
  const known = new Set([...order, ...serverParts, 'cli', 'demo', 'testing'])
  const folders = new Set(sources.flatMap(({ path }) => /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [...folders]
    .filter((folder) => !known.has(folder))
    .map((folder) => `server/src/${folder} has no place in the order of features`)
}
