import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sites.ts'

test('an operator who starts the school as a service has it running: the unit allows every kind of connection that a start makes', () => {
  const unit = readFileSync(join(root, 'deploy/tongchuang.service'), 'utf8')
  const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? []
  // Netlink is how os.networkInterfaces() asks Linux, here and in Fastify; the file socket is a database on this
  // machine.
  expect(families.split(' ').toSorted()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX'])
})
