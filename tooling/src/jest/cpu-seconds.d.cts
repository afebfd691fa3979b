/** CPU seconds of this process with all its threads, and of its children that have ended; of the process alone elsewhere. */
export declare const cpuSeconds: () => number;
