import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from '@tongchuang/contract/errors.ts'

const style = `body{display:grid;place-items:center;min-height:100vh;margin:0;background:#f6f7f9;color:#14181f;font:16px/1.75 -apple-system,"PingFang SC","Microsoft YaHei UI","Noto Sans CJK SC",sans-serif}main{max-width:24rem;padding:24px}h1{margin:0;font-size:24px;line-height:1.3}p{margin:12px 0 0;color:#3d4757}a{color:#0e42d2}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const words: Record<Language, { lang: string; title: string; text: string; id: string; again: string }> = {
  'zh-CN': {
    lang: 'zh-CN',
    title: '抱歉，服务器出了问题',
    text: '你的内容没有丢。请过一会儿再试，还不行就把下面的编号告诉老师。',
    id: '错误编号',
    again: '重新打开',
  },
  'en-US': {
    lang: 'en',
    title: 'Sorry, something broke on our side',
    text: 'Your work is safe. Please try again in a moment; if it happens again, give your teacher the number below.',
    id: 'Error',
    again: 'Open again',
  },
}

/** Whether a browser has asked for a page, rather than a program for data. */
export const asksForPage = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '')

/** Sends a page that needs no file, because the files may be what is missing. `text`: HTML. */
export const sendPlainPage = (
  reply: FastifyReply,
  { status, lang, title, text }: { status: number; lang: string; title: string; text: string },
): FastifyReply => {
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${text}</main></body></html>`
  return reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}

/** The page of a fault. */
export const sendProblemPage = (
  reply: FastifyReply,
  status: number,
  language: Language,
  request_id: string,
): FastifyReply => {
  const { lang, title, text, id, again } = words[language]
  const paragraphs = `<p>${text}</p><p>${id} <b>${request_id}</b></p><p><a href="">${again}</a></p>`
  return sendPlainPage(reply, { status, lang, title, text: paragraphs })
}
