import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { upTo99 } from '@tongchuang/ui/shown-count.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarClock, CornerUpLeft, Megaphone, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './messages-panel.module.css'
import { messagesQuery, unreadQuery, useClear, useRead } from './messages-query.ts'
import type { Message, MessageType } from './messages-query.ts'

const types = ['message', 'notice', 'todo'] as const
const iconOf = ({ kind, type }: Message) => {
  if (/return/.test(kind)) return CornerUpLeft
  return { message: MessageSquare, notice: Megaphone, todo: CalendarClock }[type]
}

const Row = ({ message, onOpen }: { message: Message; onOpen: () => void }) => {
  const { messages } = useTexts()
  const Icon = iconOf(message)
  const inner = (
    <>
      <span className={styles.icon}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.text}>
        <b>{message.title}</b>
        {message.subTitle && <span>{message.subTitle}</span>}
        {message.content && <span>{message.content}</span>}
        <small>
          <Moment at={message.time} />
        </small>
      </span>
      {message.status === 0 && (
        <span className={styles.dot}>
          <span className="vh">{messages.unreadMark}</span>
        </span>
      )}
    </>
  )
  return (
    <li className={message.status === 0 ? styles.unread : undefined}>
      {message.link ? (
        <Link to={message.link} onClick={onOpen}>
          {inner}
        </Link>
      ) : (
        <button type="button" onClick={onOpen}>
          {inner}
        </button>
      )}
    </li>
  )
}

const Box = ({ type, close }: { type: MessageType; close: () => void }) => {
  const { messages } = useTexts()
  const box = useInfiniteQuery(messagesQuery(type))
  const read = useRead()
  if (box.isPending) return <SkeletonList count={3} height={88} gap={1} />
  if (!box.data) return <RegionError error={box.error} onRetry={() => void box.refetch()} />
  const rows = box.data.pages.flatMap((page) => page.list)
  if (rows.length === 0) return <EmptyState title={messages.noMessages}>{messages.noMessagesHint}</EmptyState>
  return (
    <>
      <ul className={styles.list}>
        {rows.map((message) => (
          <Row
            key={message.id}
            message={message}
            onOpen={() => {
              if (message.status === 0) read.mutate([message.id])
              if (message.link) close()
            }}
          />
        ))}
      </ul>
      <LoadMore of={box} isByButton className={styles.more} label={messages.seeMore} />
      <div className={styles.foot}>
        <Button tone="text" busy={read.isPending} onClick={() => read.mutate(undefined)}>
          {messages.readAll}
        </Button>
      </div>
    </>
  )
}

/** The message box under the bell. */
export const MessagesPanel = ({ close }: { close: () => void }) => {
  const { messages } = useTexts()
  const numbers = useQuery(unreadQuery)
  const unread = numbers.data
  const [type, setType] = useState<MessageType>(() => types.find((name) => unread?.[name]) ?? 'message')
  const clear = useClear()
  return (
    <>
      <div className={styles.head}>
        <h2>{messages.heading}</h2>
        <Button tone="text" size="small" busy={clear.isPending} onClick={() => clear.mutate(type)}>
          {messages.clearRead}
        </Button>
      </div>
      <div className={styles.columns}>
        <fieldset className={styles.types} aria-label={messages.heading}>
          {types.map((name) => (
            <button key={name} type="button" aria-pressed={name === type} onClick={() => setType(name)}>
              {messages.messageTabs[name]}
              {Boolean(unread?.[name]) && <span className={styles.count}>{upTo99(unread?.[name] ?? 0)}</span>}
            </button>
          ))}
        </fieldset>
        <div>
          <ReadFailure of={numbers} />
          <Box key={type} type={type} close={close} />
        </div>
      </div>
    </>
  )
}
