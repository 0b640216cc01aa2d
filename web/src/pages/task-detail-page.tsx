import { TaskDesk } from '../features/task-desk/task-desk.tsx'

/** /square/task_detail/:guild: one task of a guild, with the map of the others. */
export const TaskDetailPage = () => <TaskDesk />
