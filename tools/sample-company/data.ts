/** Sample company that `seed` creates without --from: a maker of bicycle lights with a web shop and an app. */

export type Step = { customer: string } | { reply: string } | { note: string }

export type SeedThread = {
  /** The thread's external_reference_id. */
  reference: string
  from: { email: string; name: string }
  title: string
  body: string
  inbox: string
  channel: 'EMAIL' | 'WIDGET' | 'API'
  tags: string[]
  priority?: 'LOW' | 'HIGH' | 'URGENT'
  next: Step[]
  status?: 'pending' | 'resolved' | 'closed'
}

export const inboxes = [
  { name: 'Support', type: 'EMAIL', address: 'support@acme.test', signature: 'Kind regards\nAcme support' },
  { name: 'Billing', type: 'EMAIL', address: 'billing@acme.test' },
  { name: 'Web chat', type: 'WIDGET' },
] as const

export const labels = [
  { name: 'Shipping', color: '#0369a1', description: 'Parcels: late, lost, wrong' },
  { name: 'Returns', color: '#b45309', description: 'Sending back and exchanging' },
  { name: 'Billing', color: '#0f766e', description: 'Invoices, refunds, payment' },
  { name: 'App', color: '#7c3aed', description: 'The app and its connection to the light' },
  { name: 'Defect', color: '#b91c1c', description: 'A light does not do what it should' },
  { name: 'Question', color: '#4b5563', description: 'Before buying' },
  { name: 'Dealer', color: '#15803d', description: 'Shops that sell our lights' },
] as const

const mara = { email: 'mara.lindqvist@example.com', name: 'Mara Lindqvist' }
const tomas = { email: 'tomas.herrera@example.com', name: 'Tomás Herrera' }
const priya = { email: 'priya.nair@example.org', name: 'Priya Nair' }
const jonas = { email: 'jonas.weber@example.net', name: 'Jonas Weber' }
const aiko = { email: 'aiko.tanaka@example.com', name: 'Aiko Tanaka' }
const olu = { email: 'olu.adeyemi@example.org', name: 'Olu Adeyemi' }
const claire = { email: 'claire.dubois@example.net', name: 'Claire Dubois' }
const sam = { email: 'sam.okafor@example.com', name: 'Sam Okafor' }
const ines = { email: 'ines.carvalho@example.org', name: 'Inês Carvalho' }
const bike = { email: 'orders@bikehouse.example', name: 'Bikehouse Ltd' }
const velo = { email: 'einkauf@velowerk.example', name: 'Velowerk GmbH' }
const ruth = { email: 'ruth.abrams@example.com', name: 'Ruth Abrams' }

export const seedThreads: readonly SeedThread[] = [
  {
    reference: 'company-01',
    from: mara,
    title: 'Parcel has not moved for six days',
    body: 'Hi, my order 10482 has been "in transit" since last Tuesday. Is it lost?',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Shipping'],
    priority: 'HIGH',
    next: [
      { reply: 'Sorry about that, Mara. I have opened an enquiry with the carrier and expect an answer by tomorrow noon.' },
      { note: 'Carrier enquiry 88-1734. If there is no answer by Thursday, send a replacement.' },
    ],
    status: 'pending',
  },
  {
    reference: 'company-02',
    from: tomas,
    title: 'Front light flickers on the lowest setting',
    body: 'The Beam 2 I bought in March flickers on the lowest setting. The others are fine.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Defect'],
    next: [
      { reply: 'Thank you for telling us. Does it also flicker while it is plugged in?' },
      { customer: 'No, plugged in it is steady.' },
      { note: 'Same pattern as the March batch. Ask for the serial number.' },
    ],
  },
  {
    reference: 'company-03',
    from: priya,
    title: 'Invoice without our VAT number',
    body: 'Could you reissue invoice 2291 with our VAT number? Accounting will not take it as it is.',
    inbox: 'Billing',
    channel: 'EMAIL',
    tags: ['Billing'],
    next: [
      { reply: 'Of course. Please send me the number as it should appear.' },
      { customer: 'It is XX123456789, thank you.' },
      { reply: 'Done: the new invoice is on its way to you.' },
    ],
    status: 'resolved',
  },
  {
    reference: 'company-04',
    from: jonas,
    title: 'App does not find the light',
    body: 'Since the last update the app no longer finds my light. Android, reinstalled twice.',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['App', 'Defect'],
    priority: 'HIGH',
    next: [{ note: 'Fourth report since version 3.2. Passed on to the app team.' }],
  },
  {
    reference: 'company-05',
    from: aiko,
    title: 'Which mount fits a 31.8 mm bar?',
    body: 'Hello! Which of your mounts fits a 31.8 mm handlebar?',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['Question'],
    next: [{ reply: 'The wide one, M2. The narrow one ends at 28 mm.' }, { customer: 'Perfect, ordered.' }],
    status: 'closed',
  },
  {
    reference: 'company-06',
    from: olu,
    title: 'Return within 30 days',
    body: 'I would like to return order 10377, unused. How do I do that?',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Returns'],
    next: [{ reply: 'Here is how: put the light into its box, print the label from your order page, and drop it at any parcel shop.' }],
    status: 'pending',
  },
  {
    reference: 'company-07',
    from: bike,
    title: 'Order of 40 Beam 2 for the autumn',
    body: 'We would like 40 Beam 2 by mid September. What is the best price and delivery date?',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Dealer', 'Question'],
    priority: 'HIGH',
    next: [{ note: 'Dealer level B. Stock is enough for 60.' }],
  },
  {
    reference: 'company-08',
    from: claire,
    title: 'Charged twice',
    body: 'My card was charged twice for order 10401. Please return one of the payments.',
    inbox: 'Billing',
    channel: 'EMAIL',
    tags: ['Billing'],
    priority: 'URGENT',
    next: [{ reply: 'You are right, and I am sorry. The second payment has been returned today; banks take two to five days.' }],
    status: 'pending',
  },
  {
    reference: 'company-09',
    from: sam,
    title: 'Light arrived with a cracked lens',
    body: 'Just unpacked it and the lens has a crack from side to side. Photos if you need them.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Defect', 'Shipping'],
    next: [
      { reply: 'No photos needed: a new one leaves today. Please keep or recycle the broken one.' },
      { customer: 'Wow, that was quick. Thank you!' },
    ],
    status: 'resolved',
  },
  {
    reference: 'company-10',
    from: ines,
    title: 'Change of delivery address',
    body: 'I typed the wrong house number, it should be 14 instead of 41. Order 10490.',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['Shipping'],
    priority: 'URGENT',
    next: [],
  },
  {
    reference: 'company-11',
    from: ruth,
    title: 'Brightness in lumens?',
    body: 'Your page says "very bright". How many lumens is that?',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['Question'],
    priority: 'LOW',
    next: [{ reply: 'Beam 2 has 600, Beam Mini 250. We have added it to the page, thank you.' }],
    status: 'closed',
  },
  {
    reference: 'company-12',
    from: velo,
    title: 'Delivery note does not match',
    body: 'The delivery note says 24 pieces, the box held 22.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Dealer', 'Shipping'],
    next: [{ note: 'Warehouse counts today.' }, { reply: 'We are counting our stock today and come back to you tomorrow.' }],
    status: 'pending',
  },
  {
    reference: 'company-13',
    from: mara,
    title: 'Does the battery last through a winter night?',
    body: 'How many hours does the Beam Mini hold at -5 °C?',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Question'],
    next: [{ reply: 'About seven hours on the middle setting; cold costs a fifth.' }],
    status: 'resolved',
  },
  {
    reference: 'company-14',
    from: jonas,
    title: 'Refund for the app subscription',
    body: 'The route feature was removed, so I would like the rest of my year back.',
    inbox: 'Billing',
    channel: 'EMAIL',
    tags: ['Billing', 'App'],
    next: [{ note: 'Seven months left. Refund in full, it was our decision.' }],
  },
  {
    reference: 'company-15',
    from: tomas,
    title: 'Charging cable missing',
    body: 'There was no cable in the box.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Shipping'],
    next: [{ reply: 'It should have been there. One is in the post.' }, { customer: 'Came today, thanks.' }],
    status: 'closed',
  },
  {
    reference: 'company-16',
    from: priya,
    title: 'Company account for six people',
    body: 'Can six colleagues order on one account with one monthly invoice?',
    inbox: 'Billing',
    channel: 'EMAIL',
    tags: ['Billing', 'Question'],
    next: [{ reply: 'Yes. I have set up a company account; each of you gets an invitation.' }],
  },
  {
    reference: 'company-17',
    from: aiko,
    title: 'The app shows the wrong battery level',
    body: 'It says 80 % and ten minutes later the light is off.',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['App', 'Defect'],
    next: [{ reply: 'Please run the light down to empty once and charge it to full: that teaches the gauge. Does that help?' }],
    status: 'pending',
  },
  {
    reference: 'company-18',
    from: olu,
    title: 'Refund not here yet',
    body: 'I sent the light back two weeks ago and have not had the money.',
    inbox: 'Billing',
    channel: 'EMAIL',
    tags: ['Returns', 'Billing'],
    priority: 'HIGH',
    next: [
      { note: 'Arrived on the 3rd, nobody booked it in.' },
      { reply: 'My apologies, it lay in our warehouse. The refund has gone out just now.' },
    ],
    status: 'resolved',
  },
  {
    reference: 'company-19',
    from: claire,
    title: 'Écran en français?',
    body: 'Bonjour, l’application existe-t-elle en français ?',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['App', 'Question'],
    priority: 'LOW',
    next: [],
  },
  {
    reference: 'company-20',
    from: bike,
    title: 'Price list for next season',
    body: 'Please send the dealer price list for next season when it is ready.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Dealer'],
    priority: 'LOW',
    next: [{ reply: 'It comes in the first week of October; you are on the list.' }],
    status: 'pending',
  },
  {
    reference: 'company-21',
    from: sam,
    title: 'Water inside the lens',
    body: 'After one hour of rain there is water inside. It is sold as waterproof!',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Defect', 'Returns'],
    priority: 'HIGH',
    next: [
      { reply: 'That must not happen. We exchange it; the label is in your order page.' },
      { customer: 'Fine, but I need a light for my way to work tomorrow.' },
    ],
  },
  {
    reference: 'company-22',
    from: ines,
    title: 'Gift wrapping',
    body: 'Do you wrap as a gift, and can the invoice stay out of the parcel?',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['Question'],
    priority: 'LOW',
    next: [{ reply: 'Yes to both: there is a box for it in the basket.' }],
    status: 'closed',
  },
  {
    reference: 'company-23',
    from: ruth,
    title: 'Order cancelled by itself?',
    body: 'I had a mail that order 10499 was cancelled, but I did not cancel it.',
    inbox: 'Support',
    channel: 'EMAIL',
    tags: ['Billing', 'Shipping'],
    next: [],
  },
  {
    reference: 'company-24',
    from: velo,
    title: 'Webhook for stock levels',
    body: 'Our shop system could take your stock levels automatically. Do you offer that?',
    inbox: 'Support',
    channel: 'API',
    tags: ['Dealer', 'Question'],
    next: [{ note: 'Third dealer who asks. For the product meeting.' }],
  },
  {
    reference: 'company-25',
    from: jonas,
    title: 'Thank you',
    body: 'The app finds the light again since this morning. Thanks for being quick!',
    inbox: 'Web chat',
    channel: 'WIDGET',
    tags: ['App'],
    priority: 'LOW',
    next: [],
    status: 'closed',
  },
]
