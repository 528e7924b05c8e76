// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Counts orders in the forms of 1inch (version 3, quotes), ParaSwap, 0x (OTC and NFT orders), Blur and LooksRare.
/// @dev Moves nothing: any account may say that an order was filled, and its owner alone cancels it. Orders that are given whole are hashed as EIP-712
/// says, under the domain of their exchange, so that a hash made elsewhere is compared with one made here.
contract MarketKeeper {
    struct OneInchOrder {
        uint256 salt;
        address makerAsset;
        address takerAsset;
        address maker;
        address receiver;
        address allowedSender;
        uint256 makingAmount;
        uint256 takingAmount;
        uint256 offsets;
        bytes interactions;
    }

    struct Fee {
        address recipient;
        uint256 amount;
        bytes feeData;
    }

    struct Property {
        address propertyValidator;
        bytes propertyData;
    }

    struct ERC1155Order {
        uint8 direction;
        address maker;
        address taker;
        uint256 expiry;
        uint256 nonce;
        address erc20Token;
        uint256 erc20TokenAmount;
        Fee[] fees;
        address erc1155Token;
        uint256 erc1155TokenId;
        Property[] erc1155TokenProperties;
        uint128 erc1155TokenAmount;
    }

    enum Status {
        Invalid,
        Fillable,
        Unfillable,
        Expired
    }

    struct OrderInfo {
        bytes32 orderHash;
        Status status;
        uint128 orderAmount;
        uint128 remainingAmount;
    }

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant ONE_INCH_TYPE = keccak256(
        "Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)"
    );
    bytes32 private constant FEE_TYPE = keccak256("Fee(address recipient,uint256 amount,bytes feeData)");
    bytes32 private constant PROPERTY_TYPE = keccak256("Property(address propertyValidator,bytes propertyData)");
    bytes32 private constant ERC1155_TYPE = keccak256(
        "ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)"
    );

    // 1inch, version 3: what is left plus one; quotes: one bit each.
    mapping(bytes32 => uint256) public remainingRaw;
    mapping(address => mapping(uint256 => uint256)) public invalidatorForOrderRFQ;
    // ParaSwap: what is left plus one.
    mapping(address => mapping(bytes32 => uint256)) public remaining;
    // 0x: nonces of senders, and one bit for each nonce of an NFT order.
    mapping(address => mapping(uint64 => uint128)) public lastOtcTxOriginNonce;
    mapping(address => mapping(uint248 => uint256)) public getERC721OrderStatusBitVector;
    mapping(address => mapping(uint248 => uint256)) private cancelled1155;
    mapping(bytes32 => uint128) private filled1155;
    // Blur.
    mapping(address => uint256) public nonces;
    mapping(bytes32 => bool) public cancelledOrFilled;
    // LooksRare, both versions.
    struct Counters {
        uint256 bidNonce;
        uint256 askNonce;
    }

    mapping(address => mapping(uint256 => bool)) public isUserOrderNonceExecutedOrCancelled;
    mapping(address => uint256) public userMinOrderNonce;
    mapping(address => mapping(uint256 => bytes32)) public userOrderNonce;
    mapping(address => Counters) public userBidAskNonces;
    mapping(address => mapping(uint256 => bool)) public userSubsetNonce;

    bytes32 private constant EXECUTED = keccak256("ORDER_NONCE_EXECUTED");

    function cancelOrder(OneInchOrder calldata order) external returns (uint256, bytes32) {
        require(order.maker == msg.sender, "AccessDenied");
        bytes32 hash = _digest("1inch Aggregation Router", "5", _hash(order));
        require(remainingRaw[hash] != 1, "AlreadyFilled");
        remainingRaw[hash] = 1;
        return (0, hash);
    }

    function cancelOrderRFQ(uint256 orderInfo) external {
        invalidatorForOrderRFQ[msg.sender][uint64(orderInfo) >> 8] |= 1 << uint8(orderInfo);
    }

    function cancelOrder(bytes32 orderHash) external {
        remaining[msg.sender][orderHash] = 1;
    }

    function cancelERC721Order(uint256 orderNonce) external {
        getERC721OrderStatusBitVector[msg.sender][uint248(orderNonce >> 8)] |= 1 << (orderNonce & 255);
    }

    function cancelERC1155Order(uint256 orderNonce) external {
        cancelled1155[msg.sender][uint248(orderNonce >> 8)] |= 1 << (orderNonce & 255);
    }

    function getERC1155OrderInfo(ERC1155Order calldata order) external view returns (OrderInfo memory info) {
        info.orderHash = _digest("ZeroEx", "1.0.0", _hash(order));
        info.orderAmount = order.erc1155TokenAmount;
        info.remainingAmount = order.erc1155TokenAmount - filled1155[info.orderHash];
        bool isOver = info.remainingAmount == 0
            || cancelled1155[order.maker][uint248(order.nonce >> 8)] & (1 << (order.nonce & 255)) != 0;
        info.status = isOver ? Status.Unfillable : Status.Fillable;
    }

    function incrementNonce() external {
        nonces[msg.sender] += 1;
    }

    function cancelMultipleMakerOrders(uint256[] calldata orderNonces) external {
        for (uint256 at = 0; at < orderNonces.length; at++) {
            require(orderNonces[at] >= userMinOrderNonce[msg.sender], "Cancel: Order nonce lower than current");
            isUserOrderNonceExecutedOrCancelled[msg.sender][orderNonces[at]] = true;
        }
    }

    function cancelOrderNonces(uint256[] calldata orderNonces) external {
        for (uint256 at = 0; at < orderNonces.length; at++) userOrderNonce[msg.sender][orderNonces[at]] = EXECUTED;
    }

    /// @dev What fills leave, for tests.
    function setRemaining(bytes32 hash, address maker, uint256 raw) external {
        remainingRaw[hash] = raw;
        remaining[maker][hash] = raw;
    }

    function setFilled(bytes32 hash, uint128 amount) external {
        filled1155[hash] = amount;
        cancelledOrFilled[hash] = true;
    }

    function setOtcNonce(address origin, uint64 bucket, uint128 nonce) external {
        lastOtcTxOriginNonce[origin][bucket] = nonce;
    }

    function _digest(string memory name, string memory version, bytes32 hash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, hash));
    }

    function _hash(OneInchOrder calldata order) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                ONE_INCH_TYPE,
                order.salt,
                order.makerAsset,
                order.takerAsset,
                order.maker,
                order.receiver,
                order.allowedSender,
                order.makingAmount,
                order.takingAmount,
                order.offsets,
                keccak256(order.interactions)
            )
        );
    }

    function _hash(ERC1155Order calldata order) private pure returns (bytes32) {
        bytes memory head = abi.encode(
            ERC1155_TYPE,
            order.direction,
            order.maker,
            order.taker,
            order.expiry,
            order.nonce,
            order.erc20Token,
            order.erc20TokenAmount
        );
        bytes memory tail = abi.encode(
            _hash(order.fees),
            order.erc1155Token,
            order.erc1155TokenId,
            _hash(order.erc1155TokenProperties),
            order.erc1155TokenAmount
        );
        return keccak256(bytes.concat(head, tail));
    }

    function _hash(Fee[] calldata fees) private pure returns (bytes32) {
        bytes memory hashes;
        for (uint256 at = 0; at < fees.length; at++)
            hashes = bytes.concat(
                hashes,
                keccak256(abi.encode(FEE_TYPE, fees[at].recipient, fees[at].amount, keccak256(fees[at].feeData)))
            );
        return keccak256(hashes);
    }

    function _hash(Property[] calldata properties) private pure returns (bytes32) {
        bytes memory hashes;
        for (uint256 at = 0; at < properties.length; at++)
            hashes = bytes.concat(
                hashes,
                keccak256(
                    abi.encode(PROPERTY_TYPE, properties[at].propertyValidator, keccak256(properties[at].propertyData))
                )
            );
        return keccak256(hashes);
    }
}
