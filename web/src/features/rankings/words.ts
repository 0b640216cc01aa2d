import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatDate, formatDay, formatTime } from '@tongchuang/ui/time.ts'
import { useTexts } from '../../locales/texts.ts'
import type { ListName, Place, Ranking } from './queries.ts'

const day = 24 * 3_600_000

/** The sentences of one list. */
export const useRankingWords = (list: ListName) => {
  const { rankings: texts } = useTexts()
  const language = useLanguage()
  const number = (value: number): string => (list === 'excellent' ? value.toFixed(1) : String(value))
  const missing = (to_next: number, rank: number): string => texts[list].toNext(number(to_next), rank - 1)
  return {
    texts,
    number,
    value: (value: number): string => texts[list].value(number(value)),
    detail: (detail: number): string => texts[list].detail(detail),
    /** The line under the user’s own name. */
    note: ({ rank, to_next, reason, detail }: Ranking['me']): string => {
      if (reason === 'HIDDEN') return texts.youHide
      if (reason === 'FEW_RESULTS') return texts.fewResults(detail ?? 0)
      if (reason === 'STAFF') return texts.staff
      if (reason === 'NOTHING_YET' || rank === null) return texts[list].nothingYet
      return to_next === null ? '' : missing(to_next, rank)
    },
    /** What the list is about: the term’s name, from when, and how fresh it is. */
    about: ({ period, period_name, from, to, updated_at }: Ranking, now: number): string => {
      const isOver = Date.parse(to) <= now
      const last = formatDay(Date.parse(to) - day / 2, language, now)
      const span = isOver
        ? texts.span(formatDay(from, language, now), last)
        : texts.since((period.startsWith('week') ? formatDate : formatDay)(from, language, now))
      return texts.parts(
        [period_name, span, updated_at && !isOver ? texts.updated(formatTime(updated_at, language)) : ''].filter(
          Boolean,
        ),
      )
    },
    /** A row as one sentence, for screen readers. */
    sentence: (place: Place, said: string): string =>
      texts.parts(
        [
          place.rank > 0 ? texts.placeOf(place.rank) : texts.noPlace,
          place.is_me ? texts.meNamed(place.nickname) : place.nickname,
          said,
          place.value === null ? '' : texts[list].value(number(place.value)),
          place.detail === null ? '' : texts[list].detail(place.detail),
          place.change === null || place.change === 0
            ? ''
            : place.change > 0
              ? texts.up(place.change)
              : texts.down(-place.change),
        ].filter(Boolean),
      ),
    /** The guild or level of the person, if the person is known. */
    under: (place: Place): string =>
      place.user_id === null
        ? texts.anonymous
        : (place.guild_name ?? (place.level === null ? '' : texts.level(place.level))),
  }
}
