import { notSilently, stored } from './no-silent-log-in.ts'

export type ProviderKind = 'oidc' | 'cas' | 'wecom' | 'dingtalk' | 'feishu'

/** The provider to which the browser was sent, named on the page to which it comes back. */
export type SetOut = { name: string; kind: ProviderKind; in_app: boolean }

const setOutKey = 'log-in-provider'

/** Whether this document was opened with `operate` in its address, which means that a session has just ended. */
const wasEnded = (): boolean => performance.getEntriesByType('navigation').some(({ name }) => /[?&]operate=/.test(name))

/** Stores for this tab which provider's log-in was begun. */
export const noteSetOut = (to: SetOut): void =>
  stored((storage) => storage.setItem(setOutKey, JSON.stringify(to)), undefined)

/** The provider whose log-in was begun in this tab; null if unknown. */
export const lastSetOut = (): SetOut | null =>
  stored((storage) => JSON.parse(storage.getItem(setOutKey) ?? 'null') as SetOut | null, null)

const apps: readonly [RegExp, ProviderKind][] = [
  [/\bwxwork\//i, 'wecom'],
  [/\bDingTalk\//i, 'dingtalk'],
  [/\b(?:Lark|Feishu)\//i, 'feishu'],
]

/** The kind of provider whose app shows the page; null for a browser. */
export const appOf = (userAgent: string): ProviderKind | null =>
  apps.find(([form]) => form.test(userAgent))?.[1] ?? null

type Offered = { id: number; kind: ProviderKind; name: string; is_silent: boolean; down_since: string | null }

/** The provider whose log-in begins automatically here: in its own app, once, and never after a log-out. */
export const silentAmong = <P extends Offered>(offered: readonly P[], userAgent: string): P | null => {
  const app = appOf(userAgent)
  const isForbidden = stored((storage) => storage.getItem(notSilently) !== null, true)
  if (app === null || isForbidden || wasEnded()) return null
  return offered.find(({ kind, is_silent, down_since }) => kind === app && is_silent && down_since === null) ?? null
}
