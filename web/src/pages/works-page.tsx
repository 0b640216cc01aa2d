import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Gallery } from '../features/works/gallery.tsx'

const CertificatePage = lazyPart(() =>
  import('../features/certificates/certificate-page.tsx').then((module) => module.CertificatePage),
)
const AnthologyPage = lazyPart(() =>
  import('../features/anthology/anthology-page.tsx').then((module) => module.AnthologyPage),
)

/**
 * What students share with each other; with `certificate` in the address, the certificate of a work of one's own;
 * with `anthology`, a guild's excellent works of a month.
 */
export const WorksPage = () => {
  const [params] = useSearchParams()
  const certificate = idInAddress(params.get('certificate'))
  const anthology = idInAddress(params.get('anthology'))
  // The previous content stays until the next is loaded, and with it the focus.
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      {certificate !== undefined ? (
        <CertificatePage key={certificate} id={certificate} />
      ) : anthology !== undefined ? (
        <AnthologyPage key={anthology} guild_id={anthology} />
      ) : (
        <Gallery />
      )}
    </Suspense>
  )
}
