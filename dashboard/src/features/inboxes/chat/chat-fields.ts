/** Fields of a website chat, by tab of the page. */
import { lazily, t } from '../../../texts/texts.ts'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import { ColorInput } from '../../../ui/form/color-input.tsx'
import { PictureInput } from '../../catalogue/picture-input.tsx'
import { createTextListInput } from '../text-list-input.tsx'
import { ContinuityInput } from './continuity-input.tsx'
import { PreChatInput } from './pre-chat-input.tsx'

export const siteFields = lazily((): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255, hint: t('Only your team sees it.') },
  {
    kind: 'text',
    name: 'address',
    label: t('Website'),
    maxLength: 320,
    placeholder: 'https://www.example.com',
    hint: t('The chat works there, with and without www.'),
  },
  {
    kind: 'custom',
    name: 'widget.allowedOrigins',
    label: t('Other sites'),
    hint: t('One per line. If you list any, list your website too. With https://*.example.com, all subdomains work.'),
    Input: createTextListInput('https://www.example.com'),
  },
  {
    kind: 'check',
    name: 'widget.allowApps',
    label: t('Works in apps'),
    hint: t('For a chat inside your mobile app. Apps can’t prove which site they are.'),
  },
])

export const appearanceFields = lazily((): readonly FieldSpec[] => [
  { kind: 'custom', name: 'widget.appearance.color', label: t('Colour'), required: true, Input: ColorInput },
  {
    kind: 'choice',
    name: 'widget.appearance.position',
    label: t('Corner'),
    required: true,
    options: [
      { value: 'RIGHT', label: t('Bottom right') },
      { value: 'LEFT', label: t('Bottom left') },
    ],
  },
  { kind: 'text', name: 'widget.appearance.title', label: t('Title'), maxLength: 80, hint: t('Leave it empty for your workspace’s name.') },
  { kind: 'text', name: 'widget.appearance.greeting', label: t('Greeting'), maxLength: 300, placeholder: t('How can we help?') },
  {
    kind: 'text',
    name: 'widget.appearance.launcher',
    label: t('Text on the button'),
    maxLength: 40,
    placeholder: t('Chat with us'),
    hint: t('Leave it empty to show only the icon.'),
  },
  { kind: 'custom', name: 'widget.appearance.logoUploadId', label: t('Picture'), Input: PictureInput },
  {
    kind: 'number',
    name: 'widget.appearance.zIndex',
    label: t('Layer (z-index)'),
    required: true,
    min: 0,
    max: 2_147_483_647,
    hint: t('Lower it if the chat covers your cookie banner.'),
  },
])

export const visitorFields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'custom',
    name: 'widget.preChat',
    label: t('We ask before the first message'),
    isGroup: true,
    hint: t('Ask for little: each question costs you conversations.'),
    Input: PreChatInput,
    group: t('Questions'),
  },
  {
    kind: 'custom',
    name: 'widget.continuity',
    label: t('When a visitor has left'),
    isGroup: true,
    hint: t('If we know their address, we email what they haven’t seen. Their answer joins the thread.'),
    Input: ContinuityInput,
    group: t('Conversations'),
  },
  { kind: 'check', name: 'widget.files', label: t('Files'), hint: t('Visitors and agents can send files of up to 10 MB.') },
  {
    kind: 'check',
    name: 'widget.helpCenter',
    label: t('Help articles'),
    hint: t('Visitors can search your public articles in the chat, and your help center links to the contact form.'),
  },
  { kind: 'check', name: 'widget.askRating', label: t('Ratings'), hint: t('Visitors can rate a conversation when it ends.') },
  {
    kind: 'choice',
    name: 'widget.pageUrl',
    label: t('Page that a visitor is on'),
    required: true,
    hint: t('We never store what comes after the question mark of an address.'),
    options: [
      { value: 'NONE', label: t('Not shown') },
      { value: 'PATH', label: t('Shown to agents') },
    ],
    group: t('Privacy'),
  },
  {
    kind: 'number',
    name: 'widget.sessionDays',
    label: t('Browsers remember conversations for'),
    required: true,
    min: 1,
    max: 365,
    unit: t('days'),
    hint: t('Counted from the first message. Visitors can end a session earlier.'),
  },
])

export const identityFields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'check',
    name: 'widget.requireIdentity',
    label: t('Only people who are signed in on your site'),
    hint: t('Anonymous visitors can’t write. Set up the signature first.'),
    group: t('Who can write'),
  },
])
