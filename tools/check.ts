/** `npm run check`: format, lint, types, structure and pure rules, in under a minute. */
import { staticChecks, unitTests } from './checks.ts'
import { runStage } from './stages.ts'

let isGood = true
for (const stage of [...staticChecks, unitTests]) isGood = (await runStage(stage)) && isGood
process.exit(isGood ? 0 : 1)
