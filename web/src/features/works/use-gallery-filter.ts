import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Form, Sort, WorksFilter } from './queries.ts'

export const forms = ['image', 'text', 'code', 'audio', 'video', 'document'] as const satisfies readonly Form[]

/** The start of this month in the school’s time zone. */
const monthBegin = (): string | undefined => instantOf(`${wallClock(serverNow()).slice(0, 7)}-01T00:00`) ?? undefined

/**
 * The filters of the gallery; all of them are in the address, so that going back, a link and a reload show the same.
 */
export const useGalleryFilter = () => {
  const { query, change: set } = useAddressQuery()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { opened?: boolean } | null }
  const month = query.get('month') === '1'
  const filter: WorksFilter = {
    student_id: idInAddress(query.get('student')),
    guild_id: idInAddress(query.get('guild')),
    form: forms.find((form) => form === query.get('form')),
    from: month ? monthBegin() : undefined,
    featured: query.get('featured') === '1' ? true : undefined,
    sort: (query.get('sort') === 'like' ? 'like' : 'new') satisfies Sort,
  }
  return {
    filter,
    month,
    set,
    reset: () => set({ guild: null, form: null, month: null, featured: null, sort: null, work: null }),
    /** The work that is open over the gallery. */
    open: idInAddress(query.get('work')),
    show: (id: number) =>
      set(
        { work: String(id) },
        state?.opened ? { replace: true, state: { opened: true } } : { state: { opened: true } },
      ),
    // If opened from the gallery, closing goes back; if opened by a link, it goes to the gallery.
    close: () => (state?.opened ? void navigate(-1) : set({ work: undefined })),
  }
}
