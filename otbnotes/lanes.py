"""The inner product of two contiguous vectors, four sums side by side; imported only where numba is.

Entry j goes to sum j mod 4, and the four sums are added at the end, (s0 + s2) + (s1 + s3).  So the processor adds four
numbers at a time, as a C compiler would with -ffast-math, and yet the order is fixed: every processor returns the same
bits.  numba's own vectoriser may not reorder a sum, and leaves the four sums apart; hence the vector type by hand.
"""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

FOUR = ir.VectorType(ir.DoubleType(), 4)


@intrinsic
def four_sums(typing_context, w, x):
    """Return the sum of w[j] x[j] over the first 4 floor(n / 4) entries of two contiguous vectors of length n."""
    def generate(context, builder, signature, arguments):
        vectors = [context.make_array(kind)(context, builder, value) for kind, value in zip(signature.args, arguments)]
        entries, = cgutils.unpack_tuple(builder, vectors[0].shape, 1)
        blocks = [builder.bitcast(vector.data, FOUR.as_pointer()) for vector in vectors]
        sums = cgutils.alloca_once_value(builder, ir.Constant(FOUR, [0.0] * 4))
        with cgutils.for_range(builder, builder.lshr(entries, entries.type(2))) as loop:
            left, right = (builder.load(builder.gep(block, [loop.index]), align=8) for block in blocks)
            builder.store(builder.fadd(builder.load(sums), builder.fmul(left, right)), sums)
        s = [builder.extract_element(builder.load(sums), ir.IntType(32)(lane)) for lane in range(4)]
        return builder.fadd(builder.fadd(s[0], s[2]), builder.fadd(s[1], s[3]))
    return types.float64(w, x), generate
