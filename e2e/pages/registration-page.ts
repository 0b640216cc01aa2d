import type { Locator, Page } from '@playwright/test'

const words = {
  'zh-CN': {
    invite: '邀请码',
    username: '用户名',
    nickname: '昵称',
    password: '密码',
    register: /^注册/,
    joined: '注册并加入',
  },
  'en-US': {
    invite: 'Invite code',
    username: 'User name',
    nickname: 'Nickname',
    password: 'Password',
    register: /^Register/,
    joined: 'Register and join',
  },
} as const

export type NewStudent = { invite: string; username: string; nickname: string; password: string }

/** The register page as somebody new uses it. */
export class RegistrationPage {
  readonly page: Page
  readonly fields: Readonly<Record<keyof NewStudent, Locator>>
  readonly consent: Locator
  readonly button: Locator
  constructor(page: Page, language: keyof typeof words) {
    const { invite, username, nickname, password, register } = words[language]
    this.page = page
    this.fields = {
      invite: page.getByRole('textbox', { name: invite }),
      username: page.getByRole('textbox', { name: username }),
      nickname: page.getByRole('textbox', { name: nickname }),
      password: page.getByRole('textbox', { name: password }),
    }
    this.consent = page.getByRole('checkbox')
    this.button = page.locator('form').getByRole('button', { name: register })
  }

  async fill(student: NewStudent): Promise<void> {
    for (const name of ['invite', 'username', 'nickname', 'password'] as const)
      await this.fields[name].fill(student[name])
    await this.consent.check()
  }
}
