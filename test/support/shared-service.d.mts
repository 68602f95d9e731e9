export function sharedService<T>(start: () => Promise<T>): Promise<T>;
export function stopSharedService(): Promise<void>;
export function nextNumber(): number;
