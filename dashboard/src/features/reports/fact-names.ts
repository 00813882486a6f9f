import type { Fact } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'

/** Short names of the fact types. */
export const factNames: Readonly<Record<Fact['kind'], Message>> = {
  CREATED: message('Created'),
  RECEIVED: message('Customer wrote'),
  ANSWERED: message('Replied'),
  AUTOMATIC: message('Automatic message'),
  NOTED: message('Internal note'),
  WAIT_DROPPED: message('Wait ended without a reply'),
  RESOLVED: message('Resolved'),
  REOPENED: message('Reopened'),
  CLOSED: message('Closed'),
  MERGED: message('Merged'),
  UNMERGED: message('Merge undone'),
  ERASED: message('Erased'),
  MOVED: message('Moved'),
  CHANGED: message('Changed'),
  STATUS: message('Status changed'),
  MESSAGES_MOVED: message('Messages moved'),
  ASKED: message('Asked for a rating'),
  RATED: message('Rated'),
  RULE_RAN: message('Changed by a rule'),
  SLA_MET: message('On time'),
  SLA_BREACHED: message('Late'),
}
