"""Long evenings: a thousand deals in one process, and a journal of ten thousand games; does anything grow?"""
