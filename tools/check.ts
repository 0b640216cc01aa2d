/** `npm run check`: format, lint, types, structure and pure rules, in under a minute. */
import { staticChecks, unitTests } from './checks.ts'
import { runStage } from './stages.ts'
import type { Stage } from './stages.ts'

/** Runs stages one after the other, all of them, and answers whether each went well. */
const inOrder = async (stages: readonly Stage[]): Promise<boolean> => {
  let isGood = true
  for (const stage of stages) isGood = (await runStage(stage)) && isGood
  return isGood
}

// Side by side: each leaves a core idle now and then.
const answers = await Promise.all([inOrder(staticChecks), runStage(unitTests)])
process.exit(answers.every(Boolean) ? 0 : 1)
