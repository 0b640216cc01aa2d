import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { certificateQuery, useWords } from './certificate-page.tsx'
import styles from './certificate-page.module.css'
import { Paper } from './paper.tsx'
import type { Certificate } from './paper.tsx'

const Sheet = ({ certificate }: { certificate: Certificate }) => {
  const words = useWords(certificate)
  return (
    <>
      <Paper layout="paper" className={styles.paper} certificate={certificate} words={words} />
      <Paper layout="phone" className={styles.phone} certificate={certificate} words={words} />
    </>
  )
}

/** The certificate of a work as one sheet among others. */
export const CertificateSheet = ({ id }: { id: number }) => {
  const read = useQuery(certificateQuery(id))
  if (read.data) return <Sheet certificate={read.data} />
  return read.error ? <ReadFailure of={read} /> : <Skeleton height={320} />
}
