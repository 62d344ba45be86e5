"""Work that takes time: mines and wire, loading and unloading, mounting and dismounting."""
