import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useOnline } from './online.ts'
import { RegionError } from './region-error.tsx'
import { useUiTexts } from './ui-texts.ts'

/**
 * Shown if the data that every page needs could not be read; it is read again by a press, and when the network is back.
 */
export const Unread = ({ error }: { error: unknown }) => {
  const texts = useUiTexts()
  const { revalidate } = useRevalidator()
  const online = useOnline()
  useEffect(() => {
    if (!online) return () => void revalidate()
    return undefined
  }, [online, revalidate])
  return (
    <>
      <h1 className="vh">{texts.failed}</h1>
      <RegionError error={error} onRetry={() => void revalidate()} />
    </>
  )
}
