import { parseArgs } from 'node:util'
import { secondProcess, uploadFaults, wrongDatabase } from './aimed.ts'
import { clockFaults } from './clock.ts'
import { databaseFaults } from './database.ts'
import { cutFaults } from './cut.ts'
import { diskFaults } from './disk.ts'
import { districtFaults } from './district.ts'
import { killFaults, processFaults } from './kill.ts'
import { endPostgres } from './installation.ts'
import { printRow, printTable, type Row } from './table.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string' } } })

/** One after the other, with as many rounds as is usual for each, or as was asked for. */
type Suite = readonly { rounds: number; faults: (rounds: number) => AsyncGenerator<Row> }[]
const suites: Readonly<Record<string, Suite>> = {
  kill: [
    { rounds: 50, faults: killFaults },
    { rounds: 8, faults: uploadFaults },
  ],
  database: [
    { rounds: 1, faults: databaseFaults },
    { rounds: 1, faults: wrongDatabase },
  ],
  disk: [{ rounds: 1, faults: diskFaults }],
  clock: [{ rounds: 1, faults: clockFaults }],
  processes: [
    { rounds: 12, faults: processFaults },
    { rounds: 1, faults: secondProcess },
  ],
  district: [{ rounds: 18, faults: districtFaults }],
  cut: [{ rounds: 6, faults: cutFaults }],
}

const unknown = positionals.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`没有这一项 / No such part: ${unknown.join(', ')}. ${Object.keys(suites).join(' ')}`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const began = performance.now()
const rows: Row[] = []
for (const [name, suite] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`▸ ${name}`)
  for (const { rounds, faults } of suite) {
    for await (const row of faults(values.rounds ? Number(values.rounds) : rounds)) {
      printRow(row)
      rows.push(row)
    }
  }
}
await endPostgres()
process.exit(printTable(rows, (performance.now() - began) / 1_000) ? 0 : 1)
