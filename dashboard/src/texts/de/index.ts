/** German. One file for each feature; texts of several features and of `ui/` stand in `shared-texts.ts`. */
import type { Catalogue } from '../catalogue.ts'
import { ai } from './ai.ts'
import { auth } from './auth.ts'
import { automations } from './automations.ts'
import { chat } from './chat.ts'
import { catalogue } from './catalogue.ts'
import { customers } from './customers.ts'
import { developer } from './developer.ts'
import { inboundMails } from './inbound-mails.ts'
import { inbox } from './inbox.ts'
import { inboxes } from './inboxes.ts'
import { knowledge } from './knowledge.ts'
import { macros } from './macros.ts'
import { meetings } from './meetings.ts'
import { ownProgram } from './own-program.ts'
import { reports } from './reports.ts'
import { notifications } from './notifications.ts'
import { satisfaction } from './satisfaction.ts'
import { settings } from './settings.ts'
import { sharedTexts } from './shared-texts.ts'
import { shell } from './shell.ts'
import { telegram } from './telegram.ts'
import { templates } from './templates.ts'
import { thread } from './thread.ts'
import { threads } from './threads.ts'

const german: Catalogue = {
  ...ai,
  ...auth,
  ...automations,
  ...catalogue,
  ...chat,
  ...customers,
  ...developer,
  ...inboundMails,
  ...inbox,
  ...inboxes,
  ...knowledge,
  ...macros,
  ...meetings,
  ...ownProgram,
  ...reports,
  ...notifications,
  ...satisfaction,
  ...settings,
  ...sharedTexts,
  ...shell,
  ...telegram,
  ...templates,
  ...thread,
  ...threads,
}
export default german
