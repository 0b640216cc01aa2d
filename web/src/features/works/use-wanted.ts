import { serverNow } from '@tongchuang/ui/time.ts'
import { instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Form, Sort, Wanted } from './queries.ts'

export const forms = ['image', 'text', 'code', 'audio', 'video', 'document'] as const satisfies readonly Form[]

const idOf = (value: string | null): number | undefined => (value && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : undefined)

/** Where this month begins, on the school's clock. */
const monthBegin = (): string | undefined => instantOf(`${wallClock(serverNow()).slice(0, 7)}-01T00:00`) ?? undefined

/** What is looked at; all of it is in the address, so that the way back, a link and a reload show the same. */
export const useWanted = () => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { opened?: boolean } | null }
  const set = (changes: Record<string, string | undefined>, how: { replace?: boolean; state?: object } = { replace: true }) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { ...how, preventScrollReset: true },
    )
  const month = params.get('month') === '1'
  const wanted: Wanted = {
    student_id: idOf(params.get('student')),
    guild_id: idOf(params.get('guild')),
    form: forms.find((form) => form === params.get('form')),
    from: month ? monthBegin() : undefined,
    featured: params.get('featured') === '1' ? true : undefined,
    sort: (params.get('sort') === 'like' ? 'like' : 'new') satisfies Sort,
  }
  return {
    wanted,
    month,
    set,
    reset: () => setParams(wanted.student_id ? { student: String(wanted.student_id) } : {}, { replace: true, preventScrollReset: true }),
    /** The work that is open over the gallery. */
    open: idOf(params.get('work')),
    show: (id: number) => set({ work: String(id) }, state?.opened ? { replace: true, state: { opened: true } } : { state: { opened: true } }),
    // Opened from the gallery, the way out is the way back; from a link it is the gallery.
    close: () => (state?.opened ? void navigate(-1) : set({ work: undefined })),
  }
}
