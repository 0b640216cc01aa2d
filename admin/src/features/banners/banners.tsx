import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { MoveButtons } from '@tongchuang/ui/move-buttons.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { swapped, useReorder } from '@tongchuang/ui/use-reorder.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { BannerDialog } from './banner-dialog.tsx'
import { BannerPicture } from './banner-picture.tsx'
import styles from './banners.module.css'
import { bannersQuery, type Banner } from './queries.ts'
import type { Upload } from './use-banner-form.ts'

const moment = (at: string) => formatMoment(at, currentLanguage())

/** All banners in the order of the square; buttons change the order. */
export const Banners = ({ upload }: { upload: Upload }) => {
  const { banners } = useTexts()
  const { data, error, refetch } = useQuery(bannersQuery)
  const reorder = useReorder<Banner>(bannersQuery.queryKey, (ids) => send(bannersAdmin.arrange, { ids }))
  const [editing, setEditing] = useState<Banner | 'new' | null>(null)
  const list = data ?? []

  /** The act that swaps a banner with its neighbor; null at either end. */
  const moving = (place: number, step: -1 | 1) => {
    const [one, other] = [list[place], list[place + step]]
    return one && other ? () => reorder((all) => swapped(all, one.id, step)) : null
  }
  const time = ({ begin_at, end_at }: Banner): string => {
    if (begin_at && end_at) return banners.between(moment(begin_at), moment(end_at))
    if (begin_at) return banners.from(moment(begin_at))
    return end_at ? banners.until(moment(end_at)) : ''
  }

  return (
    <>
      <PageHead title={banners.title} lead={banners.lead}>
        <Button tone="primary" onClick={() => setEditing('new')}>
          <Plus size={16} aria-hidden />
          {banners.add}
        </Button>
      </PageHead>
      {error && !data && <RegionError what={banners.failed} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList count={3} height={72} gap={8} />}
      {data?.length === 0 && <EmptyState title={banners.none}>{banners.noneHint}</EmptyState>}
      <ol className={styles.rows}>
        {list.map((one, place) => (
          <li key={one.id} data-shown={one.state === 'shown' || undefined}>
            <BannerPicture image={one.image} art={one.art} />
            <div>
              <b>{one.title}</b>
              <small>
                {[banners.states[one.state], one.guild || banners.everybody, time(one)].filter(Boolean).join(' · ')}
              </small>
            </div>
            <span className={styles.buttons}>
              <MoveButtons
                up={{ label: banners.up(one.title), onMove: moving(place, -1) }}
                down={{ label: banners.down(one.title), onMove: moving(place, 1) }}
              />
              <Button size="small" tone="text" aria-label={banners.edit(one.title)} onClick={() => setEditing(one)}>
                {banners.change}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {editing && (
        <BannerDialog before={editing === 'new' ? null : editing} upload={upload} onClose={() => setEditing(null)} />
      )}
    </>
  )
}
