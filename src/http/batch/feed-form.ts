// Form of the answer to a feed.

/** What a feed is answered with: outcomes, or the documents of the results alone. */
export type FeedForm = 'outcomes' | 'documents'
