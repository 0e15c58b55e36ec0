// Form of the answer to a feed.

/** What a feed is answered with: outcomes, the documents of the results alone, or their rows alone, with no place for a failure. */
export type FeedForm = 'outcomes' | 'documents' | 'rows'
