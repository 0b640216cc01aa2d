import { notSilently, stored } from './no-silent-log-in.ts'

export type ProviderKind = 'oidc' | 'cas' | 'wecom' | 'dingtalk' | 'feishu'

/** Whose log-in this browser has set out for: for the words of the page it comes back to. */
export type SetOut = { name: string; kind: ProviderKind; in_app: boolean }

const setOutKey = 'log-in-provider'

/** This document was opened with `operate`: somebody else has ended the session. */
const wasEnded = (): boolean => performance.getEntriesByType('navigation').some(({ name }) => /[?&]operate=/.test(name))

/** Keeps whose log-in was begun, for this tab. */
export const noteSetOut = (to: SetOut): void =>
  stored((storage) => storage.setItem(setOutKey, JSON.stringify(to)), undefined)

/** Whose log-in was begun in this tab; null where nobody knows. */
export const lastSetOut = (): SetOut | null =>
  stored((storage) => JSON.parse(storage.getItem(setOutKey) ?? 'null') as SetOut | null, null)

const apps: readonly [RegExp, ProviderKind][] = [
  [/\bwxwork\//i, 'wecom'],
  [/\bDingTalk\//i, 'dingtalk'],
  [/\b(?:Lark|Feishu)\//i, 'feishu'],
]

/** Whose app a page is open in; null for a browser. */
export const appOf = (userAgent: string): ProviderKind | null =>
  apps.find(([form]) => form.test(userAgent))?.[1] ?? null

type Offered = { id: number; kind: ProviderKind; name: string; is_silent: boolean; down_since: string | null }

/** The provider whose log-in begins by itself here: in its own app, once, and never where somebody has logged out. */
export const silentAmong = <P extends Offered>(offered: readonly P[], userAgent: string): P | null => {
  const app = appOf(userAgent)
  const isForbidden = stored((storage) => storage.getItem(notSilently) !== null, true)
  if (app === null || isForbidden || wasEnded()) return null
  return offered.find(({ kind, is_silent, down_since }) => kind === app && is_silent && down_since === null) ?? null
}
