import { certificates } from '@tongchuang/contract/certificates.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { explainDownload } from '@tongchuang/ui/wechat.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { chineseDate } from '../../locales/chinese-date.ts'
import { useCertificateTexts } from '../../locales/use-certificate-texts.ts'
import { worksKey } from '../../queries/keys.ts'
import styles from './certificate-page.module.css'
import { Paper } from './paper.tsx'
import type { Certificate, Words } from './paper.tsx'
import { pictureOf, saveFile } from './save-picture.ts'

/** The certificate of a work; its number is assigned when it is first read. */
export const certificateQuery = (id: number) =>
  queryOptions({
    queryKey: [...worksKey, 'certificate', id],
    queryFn: () => sendQuietly(certificates.open, { submit_id: id }),
  })

/** The words of a certificate. */
export const useWords = (certificate: Certificate): Words => {
  const texts = useCertificateTexts()
  const language = useLanguage()
  const site = useSite()
  const zone = site?.timezone ?? 'Asia/Shanghai'
  const { student, title, guild_name, reason, by, at, number } = certificate
  const isChinese = language === 'zh-CN'
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' })
  const said = texts.sentence(title, guild_name).map((text, part) => ({ text, isHeavy: part === 1 || part === 3 }))
  return {
    ...{ isChinese, title: texts.paperTitle, name: student, to: texts.to },
    paragraphs: [
      { runs: said, isIndented: isChinese },
      ...(reason ? [{ runs: [{ text: texts.reason(reason) }], isIndented: isChinese, isQuoted: true }] : []),
      { runs: [{ text: texts.closing }], isIndented: isChinese },
    ],
    sign: [guild_name, by].filter(Boolean),
    date: isChinese ? chineseDate(at, zone) : day.format(new Date(at)),
    number: texts.number(site?.site_name ?? '', number),
  }
}

/** The text of the drawing, for people who do not see it. */
const Spoken = ({ words }: { words: Words }) => {
  const { name, to, paragraphs, sign, date, number } = words
  const lines = [
    name + to,
    ...paragraphs.map(({ runs }) => runs.map(({ text }) => text).join('')),
    sign.join(' · '),
    date,
    number,
  ]
  return (
    <section className="vh no-print" aria-label={words.title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

const Number = ({ number }: { number: string }) => {
  const texts = useCertificateTexts()
  return (
    <section className={`${styles.number} no-print`} aria-label={texts.numberLabel}>
      <p>
        {texts.numberLabel} <b className="num">{number}</b>
        <IconButton label={texts.copy} onClick={() => void copyAndTell(number, texts.copied)}>
          <Copy size={20} aria-hidden />
        </IconButton>
      </p>
      <small>{texts.numberHint}</small>
    </section>
  )
}

/** The buttons for keeping the certificate. */
const Actions = ({ certificate, paper }: { certificate: Certificate; paper: RefObject<SVGSVGElement | null> }) => {
  const texts = useCertificateTexts()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (!paper.current) return
    setSaving(true)
    try {
      saveFile(await pictureOf(paper.current, 2246, 1588), `${texts.of(certificate.title)}.png`)
      showToast(texts.saved, 'success')
    } catch {
      showToast(texts.notSaved)
    }
    setSaving(false)
  }
  return (
    <div className={styles.actions}>
      <Button
        busy={isSaving}
        onClick={(event) => {
          explainDownload(event)
          if (!event.defaultPrevented) void save()
        }}
      >
        <Download size={18} aria-hidden />
        {texts.save}
      </Button>
      <Button tone="primary" onClick={() => print()}>
        <Printer size={18} aria-hidden />
        {texts.print}
      </Button>
    </div>
  )
}

const Sheet = ({ certificate, paper }: { certificate: Certificate; paper: RefObject<SVGSVGElement | null> }) => {
  const words = useWords(certificate)
  return (
    <>
      <Paper layout="paper" className={styles.paper} ref={paper} certificate={certificate} words={words} />
      <Paper layout="phone" className={styles.phone} certificate={certificate} words={words} />
      <Spoken words={words} />
      <Number number={certificate.number} />
    </>
  )
}

const None = () => {
  const texts = useCertificateTexts()
  const toWorks = (
    <Link className={buttonClass()} to={paths.works()}>
      {texts.toWorks}
    </Link>
  )
  return (
    <EmptyState title={texts.gone} picture="compass" action={toWorks}>
      {texts.goneHint}
    </EmptyState>
  )
}

/** The certificate of one's own work, to print or to save as a picture. */
export const CertificatePage = ({ id }: { id: number }) => {
  const texts = useCertificateTexts()
  const paper = useRef<SVGSVGElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useQuery(certificateQuery(id))
  const { data, error } = read
  usePageTitle(data ? texts.of(data.title) : texts.title)
  // The work it was opened from is no longer on the page, nor is its link, so the heading takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.page}>
      <header className={`${styles.head} no-print`}>
        <Link className={styles.back} to={paths.work(id)}>
          <ChevronLeft size={20} aria-hidden />
          {texts.back}
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        {data && <Actions certificate={data} paper={paper} />}
      </header>
      {data ? (
        <Sheet certificate={data} paper={paper} />
      ) : !error ? (
        <Skeleton height={480} />
      ) : isNotFound(error) ? (
        <None />
      ) : (
        <ReadFailure of={read} />
      )}
    </div>
  )
}
