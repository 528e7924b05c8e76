// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Counts orders in the forms of three settlements: CoW's, 1inch's (limit orders, version 4) and 0x's (version 4).
/// @dev Moves nothing: any account may say that an order was filled, and its owner alone cancels it. Orders of 0x are hashed as EIP-712 says, under
/// the domain of its exchange, so that a hash made elsewhere is compared with one made here.
contract OrderKeeper {
    struct LimitOrder {
        address makerToken;
        address takerToken;
        uint128 makerAmount;
        uint128 takerAmount;
        uint128 takerTokenFeeAmount;
        address maker;
        address taker;
        address sender;
        address feeRecipient;
        bytes32 pool;
        uint64 expiry;
        uint256 salt;
    }

    struct RfqOrder {
        address makerToken;
        address takerToken;
        uint128 makerAmount;
        uint128 takerAmount;
        address maker;
        address taker;
        address txOrigin;
        bytes32 pool;
        uint64 expiry;
        uint256 salt;
    }

    enum Status {
        Invalid,
        Fillable,
        Filled,
        Cancelled,
        Expired
    }

    struct Info {
        bytes32 orderHash;
        Status status;
        uint128 takerTokenFilledAmount;
    }

    bytes32 private constant LIMIT_TYPE = keccak256(
        "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)"
    );
    bytes32 private constant RFQ_TYPE = keccak256(
        "RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)"
    );
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant PRE_SIGNED = uint256(keccak256("GPv2Signing.Scheme.PreSign"));
    uint256 private constant NO_PARTS = 1 << 255;
    uint256 private constant MANY_FILLS = 1 << 254;

    // CoW
    mapping(bytes => uint256) public filledAmount;
    mapping(bytes => uint256) public preSignature;
    // 1inch: one bit of a nonce, or the complement of what is left of an order.
    mapping(address => mapping(uint256 => uint256)) private bits;
    mapping(address => mapping(bytes32 => uint256)) public rawRemainingInvalidatorForOrder;
    mapping(address => mapping(uint96 => uint256)) public epoch;
    // 0x
    mapping(bytes32 => uint128) private filled;
    mapping(bytes32 => bool) private cancelled;

    event PreSignature(address indexed owner, bytes orderUid, bool signed);
    event OrderInvalidated(address indexed owner, bytes orderUid);
    event OrderCancelled(bytes32 orderHash);
    event OrderCancelled(bytes32 orderHash, address maker);

    function invalidateOrder(bytes calldata uid) external {
        require(_ownerOf(uid) == msg.sender, "GPv2: caller does not own order");
        filledAmount[uid] = type(uint256).max;
        emit OrderInvalidated(msg.sender, uid);
    }

    function setPreSignature(bytes calldata uid, bool signed) external {
        require(_ownerOf(uid) == msg.sender, "GPv2: cannot presign order");
        preSignature[uid] = signed ? PRE_SIGNED : 0;
        emit PreSignature(msg.sender, uid, signed);
    }

    function fillUid(bytes calldata uid, uint256 amount) external {
        filledAmount[uid] += amount;
    }

    function cancelOrder(uint256 makerTraits, bytes32 orderHash) external {
        if (_hasOneBit(makerTraits)) _useBit(msg.sender, makerTraits);
        else rawRemainingInvalidatorForOrder[msg.sender][orderHash] = type(uint256).max;
        emit OrderCancelled(orderHash);
    }

    function increaseEpoch(uint96 series) external {
        epoch[msg.sender][series]++;
    }

    /// @param slot a nonce: its word is found here, as BitInvalidatorLib finds it.
    function bitInvalidatorForOrder(address maker, uint256 slot) external view returns (uint256) {
        return bits[maker][slot >> 8];
    }

    function fillByMaker(address maker, uint256 makerTraits, bytes32 orderHash, uint256 left) external {
        if (_hasOneBit(makerTraits)) _useBit(maker, makerTraits);
        else rawRemainingInvalidatorForOrder[maker][orderHash] = ~left;
    }

    function cancelLimitOrder(LimitOrder calldata order) external {
        require(order.maker == msg.sender, "only the maker");
        _cancel(_limitHash(order), order.maker);
    }

    function cancelRfqOrder(RfqOrder calldata order) external {
        require(order.maker == msg.sender, "only the maker");
        _cancel(_rfqHash(order), order.maker);
    }

    function getLimitOrderInfo(LimitOrder calldata order) external view returns (Info memory) {
        return _info(_limitHash(order), order.makerAmount, order.takerAmount, order.expiry);
    }

    function getRfqOrderInfo(RfqOrder calldata order) external view returns (Info memory) {
        return _info(_rfqHash(order), order.makerAmount, order.takerAmount, order.expiry);
    }

    function fillHash(bytes32 orderHash, uint128 takerAmount) external {
        filled[orderHash] += takerAmount;
    }

    function _info(bytes32 orderHash, uint128 makerAmount, uint128 takerAmount, uint64 expiry)
        private
        view
        returns (Info memory info)
    {
        info = Info(orderHash, Status.Fillable, filled[orderHash]);
        if (cancelled[orderHash]) info.status = Status.Cancelled;
        else if (makerAmount == 0 || takerAmount == 0) info.status = Status.Invalid;
        else if (info.takerTokenFilledAmount >= takerAmount) info.status = Status.Filled;
        else if (expiry <= block.timestamp) info.status = Status.Expired;
    }

    function _cancel(bytes32 orderHash, address maker) private {
        cancelled[orderHash] = true;
        emit OrderCancelled(orderHash, maker);
    }

    function _limitHash(LimitOrder calldata order) private view returns (bytes32) {
        return _digest(keccak256(abi.encode(LIMIT_TYPE, order)));
    }

    function _rfqHash(RfqOrder calldata order) private view returns (bytes32) {
        return _digest(keccak256(abi.encode(RFQ_TYPE, order)));
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain =
            keccak256(abi.encode(DOMAIN_TYPE, keccak256("ZeroEx"), keccak256("1.0.0"), block.chainid, address(this)));
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }

    function _useBit(address maker, uint256 makerTraits) private {
        uint256 nonce = uint40(makerTraits >> 120);
        bits[maker][nonce >> 8] |= 1 << (nonce & 0xff);
    }

    function _hasOneBit(uint256 makerTraits) private pure returns (bool) {
        return makerTraits & NO_PARTS != 0 || makerTraits & MANY_FILLS == 0;
    }

    function _ownerOf(bytes calldata uid) private pure returns (address) {
        require(uid.length == 56, "GPv2: invalid uid");
        return address(bytes20(uid[32:52]));
    }
}
