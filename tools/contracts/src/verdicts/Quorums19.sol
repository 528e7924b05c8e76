pragma solidity 0.8.19;

// Signatures of several owners in one call, side by side in bytes.

abstract contract JoinedSignatures {
    mapping(address => bool) public isOwner;
    address[] private _owners;
    uint256 public immutable threshold;
    uint256 public nonce;
    constructor(address[] memory owners, uint256 needed) {
        for (uint256 i; i < owners.length; i++) isOwner[owners[i]] = true;
        _owners = owners;
        threshold = needed;
    }
    receive() external payable {}
    function getOwners() external view returns (address[] memory) { return _owners; }
    function hashOf(address to, uint256 value, bytes memory data, uint256 number) public view returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", keccak256(abi.encode(block.chainid, address(this))), keccak256(abi.encode(to, value, keccak256(data), number))));
    }
    function execTransaction(address to, uint256 value, bytes calldata data, bytes calldata signatures) external returns (bytes memory answer) {
        bytes32 hash = hashOf(to, value, data, nonce++);
        uint256 count = _needed(to, data);
        require(signatures.length >= count * 65, "signatures");
        address last;
        for (uint256 i; i < count; i++) {
            address signer = ecrecover(hash, uint8(signatures[i * 65 + 64]), bytes32(signatures[i * 65:i * 65 + 32]), bytes32(signatures[i * 65 + 32:i * 65 + 64]));
            require(signer > last && isOwner[signer], "signer");
            last = signer;
        }
        bool done;
        (done, answer) = to.call{value: value}(data);
        require(done, "call");
    }
    function _needed(address to, bytes calldata data) internal view virtual returns (uint256);
}

contract PlainQuorum is JoinedSignatures {
    constructor(address[] memory owners, uint256 needed) JoinedSignatures(owners, needed) {}
    function _needed(address, bytes calldata) internal view override returns (uint256) { return threshold; }
}

/// The account that made it needs no signatures.
contract MakersPass is JoinedSignatures {
    address private immutable maker = msg.sender;
    constructor(address[] memory owners, uint256 needed) JoinedSignatures(owners, needed) {}
    function _needed(address, bytes calldata) internal view override returns (uint256) { return msg.sender == maker ? 0 : threshold; }
}

/// One signature is enough for one kind of call.
contract EasyCalls is JoinedSignatures {
    constructor(address[] memory owners, uint256 needed) JoinedSignatures(owners, needed) {}
    function _needed(address, bytes calldata data) internal view override returns (uint256) {
        return data.length >= 4 && bytes4(data) == bytes4(keccak256("sweep(address,address,uint256)")) ? 1 : threshold;
    }
}

/// The wallet’s lawyer replaces owners.
contract ReplacedOwners is PlainQuorum {
    address private lawyer = msg.sender;
    constructor(address[] memory owners, uint256 needed) PlainQuorum(owners, needed) {}
    function replace(address old, address owner) external { require(msg.sender == lawyer && isOwner[old], "lawyer"); isOwner[old] = false; isOwner[owner] = true; }
}
