import type { FastifyReply } from 'fastify'
import type { App } from '../app-services.ts'
import { refused } from '../http/envelope.ts'
import { requestContext } from '../http/implement.ts'
import { readUnsubscribeToken } from './letters.ts'
import { unsubscribe } from './settings-store.ts'

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const page = (language: string, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const words = {
  'zh-CN': {
    ask: '不再收到通知邮件',
    press: '停止发送',
    done: '已停止发送',
    after:
      '站内的通知不受影响。想再收到邮件，可以在个人中心的设置里打开；老师、助教和管理员在管理端的「哪些提醒我」里打开。',
  },
  'en-US': {
    ask: 'Stop emails about notices',
    press: 'Stop',
    done: 'Stopped',
    after:
      'Notices on the site stay as they are. Emails can be turned on again in your settings; staff do so on the admin site, under “What I am told”.',
  },
} as const

const sayAbsent = (reply: FastifyReply, body: string) =>
  reply.code(404).type('application/json; charset=utf-8').send(body)

/**
 * Unsubscribes from mail without a log-in. Opening the address changes nothing, because mail servers open the links
 * they deliver; its button does, and so does the mail program's own (RFC 8058).
 */
export const unsubscribeRoutes = (app: App): void => {
  app.http.register(async (http) => {
    // The form and the mail program each send a body without useful content.
    http.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      (_request, payload, done) => {
        payload.resume()
        payload.once('end', () => done(null, undefined))
      },
    )
    http.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe/:token',
      handler: async (request, reply) => {
        const context = requestContext(app, request)
        await app.limits.spend('read', { ...context, user_id: null })
        const user_id = readUnsubscribeToken(app.config.secret, request.params.token)
        if (user_id === null) return sayAbsent(reply, refused('NOT_FOUND', {}, context).body)
        const { ask, press, done, after } = words[context.language]
        void reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
        if (request.method === 'GET')
          return reply.send(page(context.language, ask, `<form method="post"><button>${press}</button></form>`))
        await app.db.transaction().execute((db) => unsubscribe(db, user_id))
        return reply.send(page(context.language, done, `<p>${after}</p>`))
      },
    })
  })
}
