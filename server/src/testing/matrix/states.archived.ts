import type { MatrixSchool } from './school.ts'

const archive = async ({ school }: MatrixSchool, id = 0): Promise<void> => {
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', id).execute()
}

/** States with read-only guilds. */
export const archivedStates = {
  'the guild is archived': (matrix: MatrixSchool) => archive(matrix, matrix.objects.guild),
  'the guild to copy to is archived': (matrix: MatrixSchool) => archive(matrix, matrix.objects.elsewhere),
  'the guild to join is archived': (matrix: MatrixSchool) => archive(matrix, matrix.objects.open),
}
