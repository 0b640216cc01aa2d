import { builtinModules } from 'node:module'
import { importsOf, isTest } from './source.ts'
import type { Source } from './source.ts'

/** What a package.json declares: names of packages. */
export type Manifest = { dependencies: readonly string[]; devDependencies: readonly string[] }

const workspaces = ['contract', 'server', 'ui', 'web', 'admin']

/** A test, or what only tests and the sample school use: it may lean on the tools of the root. */
const isForTests = (path: string): boolean => isTest(path) || path.includes('/testing/')

const ofNode = new Set(builtinModules)

/** The package behind an import, or null for Node’s own modules and files of the same workspace. */
const packageOf = (workspace: string, specifier: string): string | null => {
  const [first = '', second = ''] = specifier.split('/')
  // What stands in the root reaches the workspaces by their paths.
  if (workspaces.includes(first) && second === 'src')
    return first === workspace || !workspaces.includes(workspace) ? null : `@tongchuang/${first}`
  if (specifier.startsWith('node:') || ofNode.has(first) || first === '' || specifier.includes('${')) return null
  if (/^(e2e|tools|server|web|admin|ui|contract)$/.test(first)) return null
  return first.startsWith('@') ? `${first}/${second}` : first
}

/**
 * Where a workspace imports what its package.json does not declare, or declares what it never imports. `manifests`: by
 * workspace, '' for the root, whose packages serve e2e, tools and tests.
 */
export const dependencyViolations = (
  sources: readonly Source[],
  manifests: Readonly<Record<string, Manifest>>,
): string[] => {
  const root = manifests['']!
  const ofRoot = new Set([...root.dependencies, ...root.devDependencies])
  const problems: string[] = []
  const used = new Map(workspaces.map((name) => [name, new Set<string>()]))
  for (const source of sources) {
    const workspace = source.path.split('/')[0]!
    const manifest = manifests[workspace]
    const declared = new Set(manifest ? [...manifest.dependencies, ...manifest.devDependencies] : ofRoot)
    for (const { specifier } of importsOf(source)) {
      const name = packageOf(workspace, specifier)
      if (name === null) continue
      used.get(workspace)?.add(name)
      if (declared.has(name) || (isForTests(source.path) && (ofRoot.has(name) || name.startsWith('@tongchuang/'))))
        continue
      problems.push(
        `${source.path} imports ${name}, which ${manifest ? `${workspace}/` : ''}package.json does not declare`,
      )
    }
  }
  for (const name of workspaces)
    for (const dependency of manifests[name]?.dependencies ?? [])
      if (!used.get(name)?.has(dependency))
        problems.push(`${name}/package.json declares ${dependency}, which nothing there imports`)
  return problems
}
