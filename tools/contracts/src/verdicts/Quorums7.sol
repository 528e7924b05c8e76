pragma solidity 0.7.6;
pragma abicoder v2;

// Signatures of several owners in one call, in lists of their parts.

abstract contract SignedLists {
    mapping(address => bool) internal isOwner;
    address[] public ownersArr;
    uint256 public nonce;
    uint256 public threshold;
    constructor(address[] memory owners, uint256 needed) {
        for (uint256 i = 0; i < owners.length; i++) isOwner[owners[i]] = true;
        ownersArr = owners;
        threshold = needed;
    }
    receive() external payable {}
    function getOwners() external view returns (address[] memory) { return ownersArr; }
    function execute(uint8[] memory v, bytes32[] memory r, bytes32[] memory s, address to, uint256 value, bytes memory data, uint256 gasLimit) public {
        require(r.length >= threshold && v.length == r.length && s.length == r.length, "length");
        bytes32 hash = keccak256(abi.encodePacked(hex"1901", address(this), to, value, keccak256(data), nonce, gasLimit));
        address last;
        for (uint256 i = 0; i < threshold; i++) {
            address signer = ecrecover(hash, v[i], r[i], s[i]);
            require(isOwner[signer] && _mayFollow(last, signer), "signer");
            last = signer;
        }
        nonce++;
        (bool done, ) = to.call{value: value, gas: gasLimit}(data);
        require(done, "call");
    }
    function _mayFollow(address last, address signer) internal pure virtual returns (bool);
}

contract OrderedSigners is SignedLists {
    constructor(address[] memory owners, uint256 needed) SignedLists(owners, needed) {}
    function _mayFollow(address last, address signer) internal pure override returns (bool) { return signer > last; }
}

/// One signature, several times.
contract RepeatedSigners is SignedLists {
    constructor(address[] memory owners, uint256 needed) SignedLists(owners, needed) {}
    function _mayFollow(address, address) internal pure override returns (bool) { return true; }
}

/// A module that one account installed runs its own code as the wallet.
contract ModuleOfOne is OrderedSigners {
    mapping(address => bool) private modules;
    constructor(address[] memory owners, uint256 needed) OrderedSigners(owners, needed) { modules[msg.sender] = true; }
    function run(address code, bytes memory data) external {
        require(modules[msg.sender], "module");
        (bool done, ) = code.delegatecall(data);
        require(done, "run");
    }
}
