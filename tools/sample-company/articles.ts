/** Articles of the sample company, in two collections. They answer what its customers ask. */

export type SeedArticle = { title: string; collection: string; body: string; views: number }

export const collections = [
  { name: 'Orders and returns', description: 'Parcels, exchanges, invoices' },
  { name: 'Lights and app', description: 'Setting up, charging, connecting' },
] as const

export const articles: readonly SeedArticle[] = [
  {
    title: 'Where is my parcel?',
    collection: 'Orders and returns',
    views: 214,
    body: `Parcels take two to four working days within Europe, and up to ten elsewhere.

1. Open the tracking link in the mail *Your order is on its way*.
2. If the parcel has not moved for five working days, write to us with the order number.

> [!NOTE]
> Tracking often shows nothing during the first day.

We ask the carrier, and send a replacement if the parcel is lost.`,
  },
  {
    title: 'Return or exchange a light',
    collection: 'Orders and returns',
    views: 131,
    body: `You can return an unused light within 30 days.

1. Put it into its box, with the cable and the mount.
2. Print the label from your order page.
3. Drop the parcel at any parcel shop.

We refund the price within five working days after it arrives. For an exchange, tell us which light you want instead.`,
  },
  {
    title: 'Get an invoice with your VAT number',
    collection: 'Orders and returns',
    views: 58,
    body: `Enter your VAT number under **Company** when you order. For an order that you have placed already, send us:

- the number of the invoice,
- your VAT number, as it should appear.

You get a new invoice, and the first one is cancelled.`,
  },
  {
    title: 'Which mount fits my handlebar?',
    collection: 'Lights and app',
    views: 176,
    body: `Measure the bar where the light will be.

| Mount | Diameter |
| --- | --- |
| M1, narrow | 22 to 28 mm |
| M2, wide | 28 to 35 mm |

The rubber strap in the box adds up to 2 mm for thinner bars.`,
  },
  {
    title: 'The app does not find my light',
    collection: 'Lights and app',
    views: 247,
    body: `1. Charge the light for ten minutes.
2. Hold the button for five seconds, until the light blinks blue.
3. In the app, choose **Add a light**, and stay within two metres.

On Android, the app needs the permission *Nearby devices*. If the light still does not appear, remove it from the list of Bluetooth devices of your phone, and start again.`,
  },
  {
    title: 'Charge the light and care for its battery',
    collection: 'Lights and app',
    views: 93,
    body: `A full charge takes three hours with the cable from the box. The light shows red while it charges, and green when it is full.

- Charge it between 5 and 35 °C.
- Before a long break, charge it to about half.
- Close the rubber cover before you ride in the rain.`,
  },
]
