import type { zhCN } from '../zh-CN.ts'

const people = (n: number) => `${n} ${n === 1 ? 'student' : 'students'}`

export const guildClasses: (typeof zhCN)['guildClasses'] = {
  open: 'Add a class',
  title: (guild) => `Add a class to ${guild}`,
  search: 'Class or guild',
  list: 'Classes',
  kindClass: 'Class in the students’ accounts',
  kindGuild: (teachers) => (teachers.length > 0 ? `Guild · ${teachers.join(', ')}` : 'Guild'),
  archived: 'archived',
  students: people,
  none: 'No class can be added',
  noneText: 'The classes of students in your charge, and the other guilds you lead, are listed here.',
  noneFound: 'No such class',
  what: 'What happens',
  choose: 'Choose a class to see how many students it brings.',
  counts: {
    joins: 'will join',
    invited: 'will be invited',
    requested: 'had asked and are let in',
    in_already: 'already in',
    left_alone: 'invited before, not asked again yet',
  },
  asks: 'Students come in once they accept. Who has not answered is listed under Invitations on the members page.',
  puts: 'The students are told.',
  later: 'Students who come into the class later do not follow; add the class again for them.',
  tooFew: (comes, capacity) => `That makes ${comes}, more than the limit of ${capacity}.`,
  raise: (n) => `Set the limit to ${n}`,
  raised: (n) => `The limit is ${n} now`,
  nobody: 'Nobody of this class is left to add.',
  join: (n) => `Add ${people(n)}`,
  invite: (n) => `Invite ${people(n)}`,
  both: (joins, invites) => `Add ${joins}, invite ${invites}`,
  joined: (n) => `${people(n)} added`,
  invited: (n) => `${people(n)} invited`,
  cancel: 'Cancel',
  came: (name, joined, invited) =>
    `${name} came as a whole: ${[joined > 0 && `${joined} joined`, invited > 0 && `${invited} asked`].filter(Boolean).join(', ') || 'who had asked was let in'}`,
  undoUntil: (at) => `Can be undone until ${at}`,
  undoAll: 'Take all out',
  undoTitle: (name) => `Take ${name} out again?`,
  undoCounts: { leave: 'Leave the guild', withdrawn: 'Invitations withdrawn', stay: 'Stay' },
  undoText:
    'Who has taken on a task, posted or replied to an announcement stays, and so does who asked to join or accepted. All can come back later.',
  undo: 'Take out',
  undone: (leave, withdrawn) =>
    [
      leave > 0 && `${leave} left the guild`,
      withdrawn > 0 && `${withdrawn} ${withdrawn === 1 ? 'invitation' : 'invitations'} withdrawn`,
    ]
      .filter(Boolean)
      .join(', ') || 'Nothing was left to undo',
}
