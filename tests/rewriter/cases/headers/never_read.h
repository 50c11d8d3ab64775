this is <<< not code
