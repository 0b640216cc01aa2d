import { expect, test } from 'vitest'
import { insideOnly, matchOf, providerAddress, setUpProblem, toldOf } from './rules.ts'

const student = { roles: ['student'] as const, isOpen: true, hasOther: false }
const trusted = { number_trusted: true, makes_accounts: true }
const match = (given: Partial<Parameters<typeof matchOf>[0]>) =>
  matchOf({ provider: trusted, student_no: '202601', candidate: student, ...given })

test('only a student is found by a number alone, and only where nobody can edit it', () => {
  expect(match({})).toBe('link')
  expect(match({ provider: { ...trusted, number_trusted: false } })).toBe('ask')
  expect(match({ student_no: '' })).toBe('ask')
  expect(match({ candidate: { ...student, roles: ['student', 'assistant'] } })).toBe('staff')
  expect(match({ candidate: { ...student, roles: [] } })).toBe('ask')
  expect(match({ candidate: { ...student, hasOther: true } })).toBe('taken')
  expect(match({ candidate: { ...student, isOpen: false, roles: ['admin'] } })).toBe('disabled')
})

test('an account is made for nobody whom the school does not want made', () => {
  expect(match({ candidate: null })).toBe('make')
  expect(match({ candidate: null, provider: { ...trusted, makes_accounts: false } })).toBe('ask')
})

test('what a provider tells is cleaned to be shown, but the name of the account is taken whole or not at all', () => {
  expect(toldOf('u-1', { label: ' 林\u202e雨桐\n ', student_no: 202601, acr: 'gold' })).toEqual({
    subject: 'u-1',
    label: '林雨桐',
    student_no: '202601',
    acr: 'gold',
  })
  expect(toldOf(42, {})).toMatchObject({ subject: '42', label: '', student_no: '' })
  for (const subject of ['', 'a'.repeat(256), 'a\0', '\ud800', null, {}]) expect(toldOf(subject, {})).toBeNull()
})

const setUp = {
  kind: 'oidc' as 'oidc' | 'cas' | 'wecom',
  address: 'https://id.school.example',
  sign_in_address: '',
  client_id: 'guild',
  agent_id: '',
  number_claim: '',
  number_trusted: false,
  makes_accounts: false,
  accepted_acr: [],
  scopes: 'openid profile',
}

test.each<[what: string, change: Partial<typeof setUp>, hasSecret: boolean, field: string]>([
  ['nothing missing', {}, false, 'fine'],
  ['no address', { address: '' }, true, 'address'],
  ['an address with a query', { address: 'https://id.school.example/?a=1' }, true, 'address'],
  ['no scope openid', { scopes: 'profile' }, true, 'scopes'],
  ['a number that is trusted and not named', { number_trusted: true }, true, 'number_claim'],
  ['accounts from a number nobody trusts', { makes_accounts: true }, true, 'makes_accounts'],
  ['no application id', { client_id: ' ' }, true, 'client_id'],
  ['CAS, which has no application', { kind: 'cas', client_id: '' }, false, 'fine'],
  ['企业微信 without an AgentId', { kind: 'wecom', address: '' }, true, 'agent_id'],
  ['企业微信 without a secret', { kind: 'wecom', address: '', agent_id: '1' }, false, 'secret'],
])('a provider set up with %s', (_what, change, hasSecret, field) => {
  expect(setUpProblem({ ...setUp, ...change }, hasSecret)?.field ?? 'fine').toBe(field)
})

test('a log-in leads to a page of this site and nowhere else', () => {
  expect(insideOnly('/square/index?state=doing')).toBe('/square/index?state=doing')
  for (const away of ['//evil.example', '/\\evil.example', 'https://evil.example', '/', '', '/a\nb', '/a\\b'])
    expect(insideOnly(away)).toBe('')
  expect(providerAddress('https://cas.school.example/cas//')).toBe('https://cas.school.example/cas')
})
