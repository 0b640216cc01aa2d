import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sites.ts'

const unit = readFileSync(join(root, 'deploy/tongchuang.service'), 'utf8')

test('an operator who starts the school as a service has it running: the unit allows every kind of connection that a start makes', () => {
  const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? []
  // Netlink is how os.networkInterfaces() asks Linux, here and in Fastify; the file socket is a database on this
  // machine.
  expect(families.split(' ').toSorted()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX'])
})

test('an operator whose machine has a wrong clock after a power cut can let the school wait for the time, as the manual says', () => {
  expect(/^After=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('time-sync.target')
  for (const manual of ['docs/operate.md', 'docs/operate.en.md'])
    expect(readFileSync(join(root, manual), 'utf8')).toContain('systemctl enable systemd-time-wait-sync')
})
