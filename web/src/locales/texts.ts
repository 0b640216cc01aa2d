import { currentLanguage, setLanguage } from '@tongchuang/ui/language.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import type { zhCN } from './zh-CN.ts'

export type Texts = typeof zhCN

/**
 * The words come in parts, so that no page waits for what only others say: `auth` (`accounts` and `shell`) before the
 * log-in,
 * `inside` for everything in the layout, `school` for what the square and the pages of guilds, works and rankings
 * share, and what
 * one page alone says under its own name. Who reads a group of a part that was not asked for finds nothing there.
 */
const parts = {
  auth: {
    'zh-CN': () => import('./zh-CN/auth.ts').then(({ auth }) => auth),
    'en-US': () => import('./en-US/auth.ts').then(({ auth }) => auth),
  },
  inside: {
    'zh-CN': () => import('./zh-CN/inside.ts').then(({ inside }) => inside),
    'en-US': () => import('./en-US/inside.ts').then(({ inside }) => inside),
  },
  school: {
    'zh-CN': () => import('./zh-CN/school.ts').then(({ school }) => school),
    'en-US': () => import('./en-US/school.ts').then(({ school }) => school),
  },
  register: {
    'zh-CN': () => import('./zh-CN/register-page.ts').then(({ registerPage }) => registerPage),
    'en-US': () => import('./en-US/register-page.ts').then(({ registerPage }) => registerPage),
  },
  myCenter: {
    'zh-CN': () => import('./zh-CN/my-center-page.ts').then(({ myCenterPage }) => myCenterPage),
    'en-US': () => import('./en-US/my-center-page.ts').then(({ myCenterPage }) => myCenterPage),
  },
  taskDetail: {
    'zh-CN': () => import('./zh-CN/task-detail-page.ts').then(({ taskDetailPage }) => taskDetailPage),
    'en-US': () => import('./en-US/task-detail-page.ts').then(({ taskDetailPage }) => taskDetailPage),
  },
  taskSubmit: {
    'zh-CN': () => import('./zh-CN/task-submit-page.ts').then(({ taskSubmitPage }) => taskSubmitPage),
    'en-US': () => import('./en-US/task-submit-page.ts').then(({ taskSubmitPage }) => taskSubmitPage),
  },
} satisfies Record<string, Record<Language, () => Promise<Partial<Texts>>>>

type Part = keyof typeof parts

const texts = createStore<Texts | null>(null)
const loaded = new Set<Part>()

/** Brings the words before anything is drawn with them. */
export const loadTexts = async (part: Part): Promise<void> => {
  if (loaded.has(part)) return
  const language = currentLanguage()
  const words = await parts[part][language]()
  // Somebody has switched the language while they were on their way.
  if (language !== currentLanguage()) return loadTexts(part)
  loaded.add(part)
  texts.set({ ...texts.get(), ...words } as Texts)
}

/** Switches the language: words first, so that nothing is drawn half and half. Answers whether they came. */
export const switchLanguage = async (language: Language): Promise<boolean> => {
  const wanted = [...loaded]
  const words = await Promise.all(wanted.map((part) => parts[part][language]())).catch(() => null)
  if (words === null) {
    showToast(uiTexts().networkError)
    return false
  }
  if (wanted.length !== loaded.size) return switchLanguage(language)
  setLanguage(language)
  texts.set(Object.assign({}, ...words) as Texts)
  return true
}

/** The words, for components. */
export const useTexts = (): Texts => {
  const current = useStore(texts)
  if (!current) throw new Error('loadTexts() comes before the first page')
  return current
}

/** The words, for code outside components. */
export const currentTexts = (): Texts | null => texts.get()
