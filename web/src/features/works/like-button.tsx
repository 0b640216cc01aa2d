import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './like-button.module.css'
import { useLike } from './queries.ts'
import type { Work } from './queries.ts'

type Liked = Pick<Work, 'id' | 'title' | 'liked' | 'like_count' | 'mine'>

/** The like button of a work with its count; for the user’s own work only the count. */
export const LikeButton = ({ work, large = false }: { work: Liked; large?: boolean }) => {
  const { works: texts } = useTexts()
  const { id, title, liked, like_count, mine } = work
  const like = useLike(id)
  const [said, setSaid] = useState('')
  const tone = `${styles.like} ${large ? styles.large : ''} num`
  if (mine) {
    return (
      <span className={`${tone} ${styles.own}`}>
        <Heart size={large ? 22 : 18} aria-hidden />
        <span className="vh">{texts.likes(like_count)}</span>
        <span aria-hidden>{like_count}</span>
      </span>
    )
  }
  const turn = () => {
    const next = !liked
    setSaid('')
    like.mutate(next, {
      onSuccess: (now) => setSaid(now.liked ? texts.saidLiked(now.like_count) : texts.saidUnliked(now.like_count)),
      onError: () => setSaid(texts.likeFailed),
    })
  }
  return (
    <>
      <button
        type="button"
        className={tone}
        aria-pressed={liked}
        aria-label={large ? undefined : texts.likeIt(title, like_count)}
        onClick={turn}
      >
        <Heart size={large ? 22 : 18} aria-hidden />
        {large ? <span>{texts.likeWords(liked, like_count)}</span> : <span aria-hidden>{like_count}</span>}
      </button>
      <output className="vh">{said}</output>
    </>
  )
}
