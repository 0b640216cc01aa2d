import { useLanguage } from './language.ts'
import { formatMoment, formatRelative } from './time.ts'
import { useNow } from './use-now.ts'

/** A moment in the past: relative for up to a week, then the date; its title has date and time. */
export const Moment = ({ at }: { at: string }) => {
  const language = useLanguage()
  const now = useNow(60)
  return (
    <time dateTime={at} title={formatMoment(at, language, now)}>
      {formatRelative(at, language, now)}
    </time>
  )
}
